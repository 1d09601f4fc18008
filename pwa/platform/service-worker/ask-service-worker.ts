/** A worker that was stopped never answers. */
const TIMEOUT_MS = 30_000;

/** Asks this page's service worker; resolves with its answer, or with undefined when there is none in time. */
export function askServiceWorker(message: object): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(undefined);
  const { port1, port2 } = new MessageChannel();
  const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  port1.addEventListener('message', ({ data }) => resolve(data));
  port1.start();
  worker.postMessage(message, [port2]);
  return promise.finally(() => {
    clearTimeout(timer);
    port1.close();
  });
}
