import type { Cents } from '#contract/money/money.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';

/** Formats the price of one offer; for an offer without a price, a text that says so. */
export const offerPriceText = (cents: Cents): string => (cents > 0 ? formatPrice(cents) : messages.product.noPrice);
