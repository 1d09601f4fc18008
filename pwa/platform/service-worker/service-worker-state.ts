import { createObservable } from '../observable.ts';

/** A newer version of the page: what activates its waiting worker or, after another tab has activated it, `active`. */
export type Update = { readonly activate: () => void } | 'active';

/** The newer version that is ready, if there is one. */
export const availableUpdate = createObservable<Update | undefined>(undefined);

/** Whether the app's own files do not fit on this device, so that it opens only with a connection. */
export const isAppTooLarge = createObservable(false);
