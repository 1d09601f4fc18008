import { ENGLISH } from '#contract/languages.ts';
import type { Cents } from '#contract/money.ts';
import { currentLanguage } from './localized.ts';

/** `$20`, `$19.90`: whole dollars stand without decimals. Other languages write them their own way: `19,90 $`. */
export function formatPrice(cents: Cents): string {
  const decimals = cents % 100 === 0 ? 0 : 2;
  return currentLanguage() === ENGLISH
    ? `$${(cents / 100).toFixed(decimals)}`
    : formatDecimals(cents, decimals, { style: 'currency', currency: 'USD' });
}

/** `$20.00`: an amount beside others, as in a cart, always with two decimals. */
export const formatAmount = (cents: Cents): string =>
  currentLanguage() === ENGLISH
    ? `$${(cents / 100).toFixed(2)}`
    : formatDecimals(cents, 2, { style: 'currency', currency: 'USD' });

/** `20.00`: an amount in a sum, always with two decimals. */
export const formatTotal = (cents: Cents): string =>
  currentLanguage() === ENGLISH ? (cents / 100).toFixed(2) : formatDecimals(cents, 2);

const formatDecimals = (cents: Cents, decimals: number, options?: Intl.NumberFormatOptions): string =>
  (cents / 100).toLocaleString(currentLanguage(), {
    ...options,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
