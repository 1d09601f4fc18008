import { ENGLISH } from '#contract/languages.ts';
import { formatTwoDecimals, toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { groupThousands } from './group-thousands.ts';
import { currentLanguage } from './localized.ts';

/** `1,299.00`: a sum that the specification writes with two decimals. */
export const formatTotal = (cents: Cents): string =>
  currentLanguage() === ENGLISH
    ? groupThousands(formatTwoDecimals(cents))
    : toDollars(cents).toLocaleString(currentLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
