import { decodeCardsBlock } from '#contract/blocks/cards-block.ts';
import { ALL_CATEGORIES } from '#contract/blocks/list-blocks.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { decodeViews } from '#contract/blocks/views-block.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { decodeIfValid } from '../shop-catalog.ts';
import { findBlock } from '../store/catalog-store.ts';
import type { ShopRecord, ViewCounts } from '../store/catalog-store.ts';
import { downloadBlocks } from './download-blocks.ts';
import type { OnBlock } from './download-blocks.ts';
import { divideBlocks } from './plan-blocks.ts';
import type { PullContext } from './pull-context.ts';
import type { FetchedSnapshot } from './shop-writer.ts';

/**
 * Fetches the views and cards of a snapshot, reusing stored blocks that are whole. Of a first snapshot, only the cards of the opened category
 * are fetched: the others follow once it is shown. @throws as `downloadBlocks`
 */
export async function fetchSnapshot(
  context: PullContext,
  manifest: Manifest,
  base: ShopRecord | undefined,
): Promise<FetchedSnapshot> {
  const { catalog, opened } = context;
  const { shop } = catalog;
  const store = await catalog.store();
  const cards = new Map<string, CardColumns>();
  let views: ViewCounts | undefined;
  const stored = await store.listBlocks(shop);
  for (const { hash, kind } of manifest.blocks) {
    if (kind === 'details' || !stored.has(hash)) continue;
    const bytes = await findBlock(store, shop, hash);
    const columns = kind === 'cards' ? decodeIfValid(bytes, decodeCardsBlock) : undefined;
    const storedViews = kind === 'views' ? decodeIfValid(bytes, decodeViews) : undefined;
    if (columns) cards.set(hash, columns);
    else if (storedViews) views = storedViews;
    else stored.delete(hash);
  }
  const { needed, later } = divideBlocks(manifest, stored, base ? ALL_CATEGORIES : opened());
  const onArrival: OnBlock = ({ kind, hash }, bytes) => {
    if (kind === 'cards') cards.set(hash, decodeCardsBlock(new Uint8Array(bytes)));
    // Damaged view counts must not keep a shop from being shown.
    else views = decodeIfValid(bytes, decodeViews);
  };
  await downloadBlocks(needed, context, base, { onArrival });
  return { cards, views, later };
}
