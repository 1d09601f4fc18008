/** How often a worker is asked, and the pause before it is asked again, in ms. */
const MAX_ATTEMPTS = 20;
const RETRY_DELAY_MS = 500;

/**
 * Lets a page that was loaded without a service worker have the first one as soon as that is active. The worker does not claim pages by
 * itself: one that is still being loaded then would stay without it. A claim that comes too soon for the browser has no effect and is made
 * again.
 */
export async function claimPage(container: ServiceWorkerContainer): Promise<void> {
  if (container.controller) return;
  // No wait for `statechange`: WebKit does not tell each page that its first worker is activated.
  const { active } = await container.ready;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !container.controller; attempt += 1) {
    active?.postMessage({ type: 'CLAIM' });
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
}
