import type { Cents } from '#contract/money.ts';

/** `$20`, `$19.90`: whole dollars stand without decimals. */
export const formatPrice = (cents: Cents): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;

/** `20.00`: an amount in a sum, always with two decimals. */
export const formatTotal = (cents: Cents): string => (cents / 100).toFixed(2);
