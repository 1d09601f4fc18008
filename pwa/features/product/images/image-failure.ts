/** The conditions under which an image loads: how often images were retried, and whether the browser is online. */
export interface LoadingConditions {
  readonly retries: number;
  readonly isOnline: boolean;
}

/** The failed attempts to load an image. */
export interface ImageFailure {
  /** The image's address. */
  readonly name: string | undefined;
  /** How many of its sources have failed under these conditions. */
  readonly count: number;
  readonly conditions: LoadingConditions;
  /** A new number renders a new `img`, because one that has failed does not load again. */
  readonly attempt: number;
}

/** Returns how many sources have failed; 0 when the image should be tried again, because images are retried or the browser came online. */
export function countFailures(
  failure: ImageFailure | undefined,
  name: string | undefined,
  { retries, isOnline }: LoadingConditions,
): number {
  if (!failure || failure.name !== name || failure.conditions.retries !== retries) return 0;
  return failure.conditions.isOnline || !isOnline ? failure.count : 0;
}

/**
 * Adds a failed attempt. It counts under the conditions in which it began: when the visitor changes the choice of images, a rejection by a
 * service worker that still had the old choice may arrive after the retry.
 */
export const addFailure = (
  before: ImageFailure | undefined,
  name: string | undefined,
  began: LoadingConditions,
): ImageFailure => ({
  name,
  count: countFailures(before, name, began) + 1,
  conditions: began,
  attempt: (before?.attempt ?? 0) + 1,
});
