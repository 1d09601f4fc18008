import { MAX_PRODUCT_ID } from '#contract/limits.ts';

const PARAMETER = 'product';

/** The product that a query opens; null for none or a malformed id. */
export function findProductId(search: string): number | null {
  const text = new URLSearchParams(search).get(PARAMETER);
  if (text === null || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_PRODUCT_ID ? id : null;
}

/** The URL of the same list with the product open or, for null, without one. */
export function productUrl(path: string, search: string, id: number | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(PARAMETER);
  if (id !== null) parameters.set(PARAMETER, String(id));
  const query = parameters.toString();
  return query === '' ? path : `${path}?${query}`;
}
