import { ENGLISH } from '#contract/languages.ts';
import type { Cents } from '#contract/money.ts';
import { currentLanguage } from './localized.ts';

/** `20.00`: an amount in a sum, always with two decimals. */
export const formatTotal = (cents: Cents): string =>
  currentLanguage() === ENGLISH
    ? (cents / 100).toFixed(2)
    : (cents / 100).toLocaleString(currentLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
