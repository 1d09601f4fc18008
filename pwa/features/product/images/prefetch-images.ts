import type { ImageSource } from './image-sources.ts';

/** Pictures on their way: a browser may drop an image that nothing holds. */
const onTheirWay = new Set<HTMLImageElement>();

/** Fetches pictures that are likely to be looked at next, after everything that is on the screen. */
export function prefetchImages(sources: readonly ImageSource[]): void {
  for (const { src, srcSet, sizes } of sources) {
    const image = new Image();
    const forget = (): unknown => onTheirWay.delete(image);
    onTheirWay.add(image);
    image.addEventListener('load', forget);
    // A picture that fails here is asked for again when it is looked at.
    image.addEventListener('error', forget);
    image.decoding = 'async';
    image.fetchPriority = 'low';
    if (sizes) image.sizes = sizes;
    if (srcSet) image.srcset = srcSet;
    image.src = src;
  }
}
