import type { BrowseFilters } from '#contract/products/browse.ts';
import type { Cents } from '#contract/money/money.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import type { AmountProblem } from '#contract/money/read-amount.ts';
import { formatAmount } from '#pwa/messages/format-price.ts';

/** The texts of the two fields of a price range. */
export interface PriceTexts {
  readonly from: string;
  readonly to: string;
}

/** Why a price range is invalid, and which field causes it. */
export interface PriceProblem {
  readonly field: keyof PriceTexts;
  readonly reason: AmountProblem | 'reversed';
}

export type PriceRange = Pick<BrowseFilters, 'priceFrom' | 'priceTo'>;

/** Parses the two fields; an empty field is no bound. */
export function readPriceRange(texts: PriceTexts): PriceRange | PriceProblem {
  const from = readPrice(texts.from);
  if (typeof from === 'string') return { field: 'from', reason: from };
  const to = readPrice(texts.to);
  if (typeof to === 'string') return { field: 'to', reason: to };
  if (from !== null && to !== null && from > to) return { field: 'to', reason: 'reversed' };
  return { priceFrom: from, priceTo: to };
}

/** Formats a range for the two fields. */
export const writePriceRange = ({ priceFrom, priceTo }: PriceRange): PriceTexts => ({
  from: priceFrom === null ? '' : formatAmount(priceFrom),
  to: priceTo === null ? '' : formatAmount(priceTo),
});

/** Parses a price: null for an empty text. */
function readPrice(text: string): Cents | null | AmountProblem {
  if (text.trim() === '') return null;
  const read = readAmount(text);
  return 'cents' in read ? read.cents : read.problem;
}
