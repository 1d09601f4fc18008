import { ENGLISH } from '#contract/languages.ts';
import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { currentLanguage } from './localized.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a sum of money: `$12345.60`; other languages separate thousands: `12 345,60 $`. `whole` leaves the cents out, for the axis of a chart. */
export function formatAmount(cents: number, decimals: 'cents' | 'whole' = 'cents'): string {
  const language = currentLanguage();
  const key = `${language} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    const digits = decimals === 'whole' ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
    formats.set(
      key,
      (format = new Intl.NumberFormat(language, {
        style: 'currency',
        currency: 'USD',
        // As everywhere in the shops.
        useGrouping: language !== ENGLISH,
        ...digits,
      })),
    );
  }
  return format.format(toDollars(cents as Cents));
}
