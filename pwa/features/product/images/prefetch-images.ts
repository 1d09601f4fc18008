import type { ImageSource } from './image-sources.ts';

/** Images being loaded, kept here because a browser may drop an unreferenced image. */
const loading = new Set<HTMLImageElement>();

/** Prefetches images that will probably be viewed next, with a lower priority than those on the screen. */
export function prefetchImages(sources: readonly ImageSource[]): void {
  for (const { src, srcSet, sizes } of sources) {
    const image = new Image();
    const forget = (): unknown => loading.delete(image);
    loading.add(image);
    image.addEventListener('load', forget);
    // An image that fails here is requested again when it is viewed.
    image.addEventListener('error', forget);
    image.decoding = 'async';
    image.fetchPriority = 'low';
    if (sizes) image.sizes = sizes;
    if (srcSet) image.srcset = srcSet;
    image.src = src;
  }
}
