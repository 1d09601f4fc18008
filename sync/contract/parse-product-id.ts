import { MAX_PRODUCT_ID } from './limits.ts';

/** Parses a product id of a URL; null when it is malformed. */
export function parseProductId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_PRODUCT_ID ? id : null;
}
