import { parseProductId } from '#contract/products/parse-product-id.ts';

const PARAMETER = 'product';
/** In a link of a chat: the life of the linked product, which has no meaning for any other product. */
const LIFE = 'life';

/** The product that a query opens; null for none or a malformed id. */
export function findProductId(search: string): number | null {
  return parseProductId(new URLSearchParams(search).get(PARAMETER) ?? '');
}

/** The URL of the same list with the product open or, for null, without one. */
export function productUrl(path: string, search: string, id: number | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(PARAMETER);
  parameters.delete(LIFE);
  if (id !== null) parameters.set(PARAMETER, String(id));
  const query = parameters.toString();
  return query === '' ? path : `${path}?${query}`;
}
