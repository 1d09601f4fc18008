import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AffiliateFields, Product } from '#contract/products/product.ts';
import type { AdminOperation, EditBase, ImageRef } from '../api/admin-api.ts';
import { toEditBase } from '../admin/store/operations-table.ts';

/** Fields of a product that administrators add. */
export const LAMP: AffiliateFields = {
  ...PRODUCT_DEFAULTS.affiliate,
  title: 'Lamp',
  main_category: 'Home',
  category: 'Light',
};

type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;

/** Adds a lamp, under the next id if its own is taken. */
export const addLamp = (
  images: readonly string[] = [],
  fields: Partial<AffiliateFields> = {},
  more: Partial<Addition> = {},
): Addition => ({
  kind: 'addProduct',
  shop: 'pc',
  id: 1,
  isOwnId: false,
  fields: { ...LAMP, ...fields },
  images,
  ...more,
});

/** Edits a product that the device has seen, or one that it has yet to add, which is given by its id and its base in version 0. */
export function editOf(
  seen: Product | { readonly id: number; readonly base: EditBase },
  changes: Partial<AffiliateFields>,
  images: readonly ImageRef[] | null = null,
) {
  const base = 'base' in seen ? seen.base : toEditBase(seen);
  const fields = { ...base.fields, ...changes } as AffiliateFields;
  return { kind: 'editProduct', shop: 'pc', id: seen.id, base, fields, images } as const;
}

export const deletionOf = (id: number, title = 'Lamp', seen?: number) =>
  ({ kind: 'deleteProduct', shop: 'pc', id, title, seen }) as const;

/** An image that is on the device only. */
export const kept = (id: string): ImageRef => ({ kind: 'kept', id });
/** An image of a product on the server. */
export const stored = (name: string): ImageRef => ({ kind: 'stored', name });
