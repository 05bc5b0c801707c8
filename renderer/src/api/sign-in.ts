/**
 * Exchanges the token in the address for a cookie that scripts cannot read. The token is gone from the address before
 * anything else happens; it stood behind the #, which browsers do not send.
 */
export async function signIn(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname);
  try {
    await fetch('/v1/browser-session', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  } catch {
    // The first call meets the same trouble and says so.
  }
}
