/**
 * Terminates a worker when its page is left, and reloads the page when it returns from the back-forward cache. WebKit keeps workers there:
 * a suspended one holds its locks and the database, and every other page of the shop would wait for it.
 */
export function terminateOnPageHide(worker: Worker): void {
  addEventListener('pagehide', () => {
    worker.terminate();
    addEventListener('pageshow', () => location.reload());
  });
}
