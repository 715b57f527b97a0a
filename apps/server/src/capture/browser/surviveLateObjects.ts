/**
 * Where a browser is killed while it makes something of a page, Playwright hears of that thing after the page is gone, and
 * throws where nobody can catch it. The page's capture fails with an error of its own, so the process may go on.
 */
const lateObject =
  /^(Cannot find parent object \S+ to create \S+|Object with guid \S+ was not bound in the connection)$/;

/**
 * Keeps the process alive through such errors; any other ends it, as without this.
 * @returns takes that back
 */
export function surviveLateObjects(report: (error: Error) => void): () => void {
  const onError = (error: Error) => {
    if (lateObject.test(error?.message)) return report(error);
    // Somebody else decides about it.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(error);
    process.exit(1);
  };
  process.on('uncaughtException', onError);
  return () => process.off('uncaughtException', onError);
}
