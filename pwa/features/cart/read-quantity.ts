import { MAX_CART_QUANTITY } from '#contract/limits.ts';

/** Parses a typed quantity; undefined for anything but a whole number from 1 to the maximum of a line. */
export function readQuantity(text: string): number | undefined {
  const typed = text.trim();
  if (!/^\d{1,4}$/.test(typed)) return undefined;
  const quantity = Number(typed);
  return quantity >= 1 && quantity <= MAX_CART_QUANTITY ? quantity : undefined;
}
