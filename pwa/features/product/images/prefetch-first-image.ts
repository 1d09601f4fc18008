import { savesData } from '#pwa/platform/browser/client-hints.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { GALLERY_SIZES, listImageSources } from './image-sources.ts';
import { prefetchImages } from './prefetch-images.ts';

/** Prefetches the first large image of a product that will probably be opened; nothing when the browser is set to save data. */
export function prefetchFirstImage(imageFolder: string, card: WireCard): void {
  if (card.imagecount === 0 || savesData()) return;
  const sources = listImageSources({ imageFolder, imageRef: card, number: 1, sizes: GALLERY_SIZES, savesData: false });
  prefetchImages(sources.slice(0, 1));
}
