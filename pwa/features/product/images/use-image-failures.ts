import { useLayoutEffect, useRef, useState } from 'react';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { imageRetries } from '#pwa/platform/data-use/image-retries.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { addFailure, countFailures } from './image-failure.ts';
import type { ImageFailure, LoadingConditions } from './image-failure.ts';

interface ImageFailures {
  /** How many sources of the image have failed. */
  readonly count: number;
  /** The key of its `img`: each attempt has an element of its own. */
  readonly key: string;
  readonly onError: () => void;
}

/** Follows the failed attempts to load an image with the address `name`; it loads again when images are retried or the browser comes online. */
export function useImageFailures(name: string | undefined): ImageFailures {
  const isOnline = useOnline();
  const retries = useObservable(imageRetries);
  const [failure, setFailure] = useState<ImageFailure>();
  const began = useRef<LoadingConditions & { readonly key: string }>(undefined);
  const count = countFailures(failure, name, { retries, isOnline });
  const key = `${name} ${failure?.attempt ?? 0} ${count}`;
  // Does not run when only the conditions change: a running attempt keeps those in which it began.
  useLayoutEffect(() => {
    began.current = { key, retries: imageRetries.get(), isOnline: navigator.onLine };
  }, [key]);
  const onError = (): void => {
    const conditions = began.current ?? { retries, isOnline };
    setFailure((before) => addFailure(before, name, conditions));
  };
  return { count, key, onError };
}
