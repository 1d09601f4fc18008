import type { Cents } from '#contract/money.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';

/** The price of one offer, or that it has none. */
export const offerPriceText = (cents: Cents): string => (cents > 0 ? formatPrice(cents) : messages.product.noPrice);
