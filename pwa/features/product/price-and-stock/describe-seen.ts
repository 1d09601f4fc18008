import type { Cents } from '#contract/money/money.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { formatDate } from '#pwa/messages/format-date.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import type { SeenPrice } from './seen-prices.ts';

/** Describes a price in comparison with those seen before; undefined when there is nothing to say. */
export function describeSeen(price: Cents, seen: SeenPrice | undefined): string | undefined {
  if (!seen || price <= 0 || seen.lowest === seen.highest) return undefined;
  if (price > seen.lowest) return productMessages.seenLower(formatPrice(seen.lowest), formatDate(seen.lowestAtMs));
  return productMessages.lowestSince(formatDate(seen.firstAtMs));
}
