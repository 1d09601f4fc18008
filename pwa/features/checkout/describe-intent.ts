import type { Cents } from '#contract/money/money.ts';
import { readyMessages } from '#pwa/messages/en/checkout.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';

/** Describes an item that was prepared for payment by its total then and now; a total of 0 means that it is sold out. */
export function describeIntent(title: string, total: { readonly was: Cents; readonly now: Cents }): string {
  const { was, now } = total;
  if (now === 0) return readyMessages.soldOut(title);
  return now === was
    ? readyMessages.same(title, formatPrice(now))
    : readyMessages.changed(title, formatPrice(was), formatPrice(now));
}
