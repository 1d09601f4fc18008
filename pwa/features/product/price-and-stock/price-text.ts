import type { Cents } from '#contract/money/money.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';

/** Formats the price of one offer; a text for an offer without a price. */
export const offerPriceText = (cents: Cents): string => (cents > 0 ? formatPrice(cents) : messages.product.noPrice);
