import type { BrowseFilters } from '#contract/browse.ts';
import { formatDollars, MAX_CENTS, parseDollars } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';

/** The texts of the two fields of a price range. */
export interface PriceTexts {
  readonly from: string;
  readonly to: string;
}

/** Why a price range is invalid, and which field causes it. */
export interface PriceProblem {
  readonly field: keyof PriceTexts;
  readonly reason: 'unreadable' | 'reversed';
}

export type PriceRange = Pick<BrowseFilters, 'priceFrom' | 'priceTo'>;

/** Parses the two fields; an empty field is no bound. Accepts `$`, spaces, thousands separators and a decimal comma. */
export function readPriceRange(texts: PriceTexts): PriceRange | PriceProblem {
  const from = readPrice(texts.from);
  if (from === undefined) return { field: 'from', reason: 'unreadable' };
  const to = readPrice(texts.to);
  if (to === undefined) return { field: 'to', reason: 'unreadable' };
  if (from !== null && to !== null && from > to) return { field: 'to', reason: 'reversed' };
  return { priceFrom: from, priceTo: to };
}

/** Formats a range for the two fields. */
export const writePriceRange = ({ priceFrom, priceTo }: PriceRange): PriceTexts => ({
  from: priceFrom === null ? '' : formatDollars(priceFrom),
  to: priceTo === null ? '' : formatDollars(priceTo),
});

/** Parses a price: null for an empty text, undefined for an invalid one. */
function readPrice(text: string): Cents | null | undefined {
  const plain = text.replaceAll(/[\s$]/g, '');
  if (plain === '') return null;
  // '1,299.50' and '1,299' have thousands separators; '12,5' and '12,50' have a decimal comma.
  const decimal = /^\d{1,3}(,\d{3})+(\.\d{0,2})?$/.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.');
  const cents = parseDollars(
    decimal
      .replace(/^0+(?=\d)/, '')
      .replace(/\.$/, '')
      .replace(/^\./, '0.'),
  );
  return cents !== undefined && cents <= MAX_CENTS ? cents : undefined;
}
