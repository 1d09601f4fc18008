import { createObservable } from '../observable.ts';

/** A newer version of the page: functions that activate its waiting workers (empty: none waits), or `active` once one is activated. */
type Update = readonly (() => void)[] | 'active';

export const availableUpdate = createObservable<Update>([]);

/** Whether the app's own files do not fit on this device, so that it opens only with a connection. */
export const isAppTooLarge = createObservable(false);
