import type { Cents } from '#contract/money.ts';
import { messages } from '#pwa/messages/en.ts';

/** `$20`, `$19.90`: whole dollars stand without decimals. */
export const formatPrice = (cents: Cents): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;

/** The price of one offer, or that it has none. */
export const offerPriceText = (cents: Cents): string => (cents > 0 ? formatPrice(cents) : messages.product.noPrice);
