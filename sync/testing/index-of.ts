import { decodeCardsBlock, encodeCards } from '#contract/blocks/cards-block.ts';
import { decodeColumnBlock } from '#contract/blocks/column-block.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { OfferKind } from '#contract/shops.ts';
import { ColumnIndex } from '../catalog/index/column-index.ts';

/** Builds the index of these cards, each list of them as one block, with all columns joined. */
export function indexOf(offer: OfferKind, ...blocks: readonly (readonly Card[])[]): ColumnIndex {
  const encoded = blocks.map((cards) => encodeCards(offer, cards));
  const index = new ColumnIndex(
    offer,
    encoded.map(({ cards }) => decodeCardsBlock(cards)),
  );
  for (const [block, { columns }] of encoded.entries())
    for (const { bytes } of columns) index.join(block, decodeColumnBlock(bytes));
  return index;
}
