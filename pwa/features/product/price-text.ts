import type { Cents } from '#contract/money.ts';

/** `$20`, `$19.90`: whole dollars stand without decimals. */
export const formatPrice = (cents: Cents): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;
