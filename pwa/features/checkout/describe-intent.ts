import type { Cents } from '#contract/money/money.ts';
import { readyMessages } from '#pwa/messages/en/checkout.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';

/** Says what has become of an item that was got ready to pay: its total then and now, 0 for one that is sold out. */
export function describeIntent(title: string, total: { readonly was: Cents; readonly now: Cents }): string {
  const { was, now } = total;
  if (now === 0) return readyMessages.soldOut(title);
  return now === was
    ? readyMessages.same(title, formatPrice(now))
    : readyMessages.changed(title, formatPrice(was), formatPrice(now));
}
