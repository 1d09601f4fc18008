import { Workbox } from 'workbox-window/Workbox.js';
import { listAdminPaths } from '#contract/screens/screens.ts';
import { trustedScriptUrl } from '../browser/trusted-types.ts';
import { claimPage } from './claim-page.ts';
import type { RegisterServiceWorker } from './service-worker-client.ts';
import { watchWaiting } from './watch-waiting.ts';

/** The administration's paths have no common prefix, so each has its own registration; they share one cache. */
const SCOPES = listAdminPaths();

/** Registers the administration's service worker. */
export const registerAdminServiceWorker: RegisterServiceWorker = async (onUpdate) => {
  void claimPage(navigator.serviceWorker);
  for (const scope of SCOPES) {
    const workbox = new Workbox(trustedScriptUrl('/admin-service-worker.js'), { scope });
    // One after the other: the first one fetches the files, the others find them in the cache.
    const registration = await workbox.register().catch(() => undefined);
    if (!registration) continue;
    watchWaiting(registration, () => {
      // Without an active worker, the waiting one is the first, and no update.
      if (registration.active) onUpdate(() => workbox.messageSkipWaiting());
    });
  }
};
