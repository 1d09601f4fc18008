import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { currentLanguage } from './localized.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount as `formatPrice` does, also below zero: `$12,345.60`, `-$20`. `whole` leaves the cents out, for the axis of a chart. */
export function formatAmount(cents: number, decimals: 'cents' | 'whole' = 'cents'): string {
  const language = currentLanguage();
  const key = `${language} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    const digits =
      decimals === 'whole' ? { maximumFractionDigits: 0 } : { trailingZeroDisplay: 'stripIfInteger' as const };
    formats.set(
      key,
      (format = new Intl.NumberFormat(language, {
        style: 'currency',
        currency: 'USD',
        ...digits,
      })),
    );
  }
  return format.format(toDollars(cents as Cents));
}
