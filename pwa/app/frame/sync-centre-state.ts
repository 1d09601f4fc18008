import { createObservable } from '#pwa/platform/observable.ts';

/** Whether the sync centre is open. */
export const isSyncCentreOpen = createObservable(false);
