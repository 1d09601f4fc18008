import { messages } from '#pwa/messages/en/first-screen.ts';

/** Returns the label of a stock level. */
export function stockLabel(quantity: number): string {
  const { none, last, many } = messages.product.stock;
  if (quantity <= 0) return none;
  return quantity === 1 ? last : many(quantity);
}
