import { createObservable } from '../observable.ts';

/** Rises when images that failed may load now, because `imageChoice` has changed or the visitor asked for them. */
export const imageRetries = createObservable(0);

export const retryImages = (): void => imageRetries.set(imageRetries.get() + 1);
