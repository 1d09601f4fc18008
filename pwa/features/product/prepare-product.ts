import { savesData } from '#pwa/platform/agent.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { GALLERY_SIZES, listPictureSources } from './picture-sources.ts';
import { prefetchPictures } from './prefetch-pictures.ts';

/** Fetches the first large picture of a product that will probably be opened; nothing for visitors who save data. */
export function prepareProduct(imageFolder: string, card: WireCard): void {
  if (card.imagecount === 0 || savesData()) return;
  const ways = listPictureSources({ imageFolder, pictured: card, number: 1, sizes: GALLERY_SIZES, savesData: false });
  prefetchPictures(ways.slice(0, 1));
}
