import { toCents } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { formatPrice } from './format-price.ts';

/** Formats an amount in dollars from the server, such as an order's total, as `formatPrice` does. */
export const formatDollarPrice = (dollars: number): string => formatPrice(toCents(dollars) ?? (0 as Cents));
