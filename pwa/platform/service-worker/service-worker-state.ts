import { createObservable } from '../observable.ts';

/** A newer version of the page: what activates its waiting workers, none without one, or `active` after another tab has activated it. */
type Update = readonly (() => void)[] | 'active';

export const availableUpdate = createObservable<Update>([]);

/** Whether the app's own files do not fit on this device, so that it opens only with a connection. */
export const isAppTooLarge = createObservable(false);
