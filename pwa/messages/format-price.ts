import { formatDollars, formatTwoDecimals } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { messages } from './en/first-screen.ts';

/** `$1,299`, `$19.90`: whole dollars stand without decimals. Other languages write them their own way: `19,90 $`. */
export const formatPrice = (cents: Cents): string => messages.product.price(cents);

/** An amount as inputs show it: `20`, `19.90`. */
export const formatAmount = (cents: Cents): string =>
  cents % 100 === 0 ? formatDollars(cents) : formatTwoDecimals(cents);
