import { ENGLISH } from '#contract/languages.ts';
import { formatTwoDecimals, toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { currentLanguage } from './localized.ts';

/** `20.00`: an amount in a sum, always with two decimals. */
export const formatTotal = (cents: Cents): string =>
  currentLanguage() === ENGLISH
    ? formatTwoDecimals(cents)
    : toDollars(cents).toLocaleString(currentLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
