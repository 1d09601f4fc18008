import { CARD_COLUMNS } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { ColumnKind } from '#contract/blocks/columns.ts';
import type { OfferKind } from '#contract/shops.ts';

/** Checks that every column of the index can hold the card's value. @throws RangeError naming the field that cannot be stored */
export function assertCard(offer: OfferKind, card: Card): void {
  const values = card as unknown as Record<string, unknown>;
  const texts = ['main_category', 'category'];
  for (const [name, kind] of Object.entries<ColumnKind>(CARD_COLUMNS[offer])) {
    const value = values[name];
    if (kind === 'lines' || kind === 'words' || kind === 'apart') texts.push(name);
    else if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0xffff_ffff) {
      throw new RangeError(`${name} is not a whole number: ${String(value)}`);
    }
  }
  for (const name of texts) {
    const value = values[name];
    if (typeof value !== 'string' || value.includes('\n')) throw new RangeError(`${name} is not one line of text`);
  }
}
