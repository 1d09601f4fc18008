import type { BrowseFilters } from '#contract/browse.ts';
import { formatDollars, MAX_CENTS, parseDollars } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';

/** What stands in the two fields of a price range. */
export interface PriceTexts {
  readonly from: string;
  readonly to: string;
}

/** Why a price range cannot be used, and which field is at fault. */
export interface PriceProblem {
  readonly field: keyof PriceTexts;
  readonly reason: 'unreadable' | 'reversed';
}

export type PriceRange = Pick<BrowseFilters, 'priceFrom' | 'priceTo'>;

/** The range that two fields mean; an empty field is no bound. People may write `$`, spaces, thousands and a comma for the point. */
export function readPriceRange(texts: PriceTexts): PriceRange | PriceProblem {
  const from = readPrice(texts.from);
  if (from === undefined) return { field: 'from', reason: 'unreadable' };
  const to = readPrice(texts.to);
  if (to === undefined) return { field: 'to', reason: 'unreadable' };
  if (from !== null && to !== null && from > to) return { field: 'to', reason: 'reversed' };
  return { priceFrom: from, priceTo: to };
}

/** The two fields of a range. */
export const writePriceRange = ({ priceFrom, priceTo }: PriceRange): PriceTexts => ({
  from: priceFrom === null ? '' : formatDollars(priceFrom),
  to: priceTo === null ? '' : formatDollars(priceTo),
});

/** Null for an empty text, undefined for one that is no price. */
function readPrice(text: string): Cents | null | undefined {
  const plain = text.replaceAll(/[\s$]/g, '');
  if (plain === '') return null;
  // '1,299.50' and '1,299' have thousands; '12,5' and '12,50' have a comma for the point.
  const decimal = /^\d{1,3}(,\d{3})+(\.\d{0,2})?$/.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.');
  const cents = parseDollars(
    decimal
      .replace(/^0+(?=\d)/, '')
      .replace(/\.$/, '')
      .replace(/^\./, '0.'),
  );
  return cents !== undefined && cents <= MAX_CENTS ? cents : undefined;
}
