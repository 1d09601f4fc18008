import { toCents } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { formatPrice } from './format-price.ts';

/** Formats the dollars of a reply, such as an order's total, as `formatPrice` does. */
export const formatDollarPrice = (dollars: number): string => formatPrice(toCents(dollars) ?? (0 as Cents));
