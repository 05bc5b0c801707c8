/** What the page may load and do: its own files and its own daemon, nothing else. index.html says the same for when it is opened alone. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // In a browser it calls the daemon that served it; in the window it has a bridge, and nothing to connect to.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // Last, because a page cannot say this of itself.
  "frame-ancestors 'none'",
].join('; ');
