/**
 * Ends a worker when its page is left, and loads the page anew when it comes back from the back-forward cache. WebKit keeps workers there:
 * one that stands still holds on to its locks and to the database, and every other page of the shop would wait for it.
 */
export function terminateOnPageHide(worker: Worker): void {
  addEventListener('pagehide', () => {
    worker.terminate();
    addEventListener('pageshow', () => location.reload());
  });
}
