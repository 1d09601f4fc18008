/** How many times a worker is asked at most, and the pause after each request, in ms. */
const MAX_ATTEMPTS = 20;
const RETRY_DELAY_MS = 500;

/**
 * Lets the first service worker control a page that was loaded without one, as soon as the worker is active. The worker does not claim pages
 * by itself: a page that is still loading at that moment would stay without it. A claim that comes too early for the browser has no effect,
 * so it is repeated.
 */
export async function claimPage(container: ServiceWorkerContainer): Promise<void> {
  if (container.controller) return;
  // No wait for `statechange`: WebKit does not report to every page that its first worker is activated.
  const { active } = await container.ready;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !container.controller; attempt += 1) {
    active?.postMessage({ type: 'CLAIM' });
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
}
