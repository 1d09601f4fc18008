import { messages } from '#pwa/messages/en/first-screen.ts';

/** The stock of all conditions together, in words. */
export function stockLabel(quantity: number): string {
  const { none, last, many } = messages.product.stock;
  if (quantity <= 0) return none;
  return quantity === 1 ? last : many(quantity);
}
