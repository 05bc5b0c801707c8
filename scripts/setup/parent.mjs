const POLL_MS = 500;

/**
 * npm hands a signal to the shell that it runs a script in, and the shell dies without handing it on: what npm started
 * would outlive it. The signal that was lost is sent again.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS).unref();
}
