/** A page whose loading began before its worker was active, and ended after that had claimed its pages, would stay without it until it is loaded anew. */
export function claimPage({ active }: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
}
