import type { ProductFields } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AdminEntry, AdminOperation } from '../../api/admin-api.ts';

/**
 * The pending state of a product: what its last operation does, or `attention` while a person must decide one of its operations. Later
 * operations are not sent before that.
 */
export type WaitingWork = 'add' | 'edit' | 'remove' | 'restore' | 'attention';

/** Pending states of a shop's products, by id. Pure. */
export function waitingProducts(entries: readonly AdminEntry[], shop: ShopKey): ReadonlyMap<number, WaitingWork> {
  const found = new Map<number, WaitingWork>();
  for (const { operation, state } of entries) {
    if (!('shop' in operation) || operation.shop !== shop) continue;
    if (found.get(operation.id) === 'attention') continue;
    found.set(operation.id, state === 'waiting' ? WORK[operation.kind] : 'attention');
  }
  return found;
}

const WORK = {
  addProduct: 'add',
  editProduct: 'edit',
  deleteImage: 'edit',
  deleteProduct: 'remove',
  restoreProduct: 'restore',
} as const;

/** The fields of a product that pending edits change, later ones on top; empty if none does. Pure. */
export function overlayFields(entries: readonly AdminEntry[], shop: ShopKey, id: number): Partial<ProductFields> {
  const changed: Record<string, unknown> = {};
  for (const { operation, state } of entries) {
    if (operation.kind !== 'editProduct' || operation.shop !== shop || operation.id !== id) continue;
    if (state === 'rejected') continue;
    const base: Readonly<Record<string, unknown>> = { ...operation.base.fields };
    for (const [field, value] of Object.entries(operation.fields)) if (value !== base[field]) changed[field] = value;
  }
  return changed;
}

export type AdditionEntry = AdminEntry & { readonly operation: Extract<AdminOperation, { kind: 'addProduct' }> };

/** The additions of a shop that the server has not confirmed yet, oldest first, those that a person must decide included. Pure. */
export const waitingAdditions = (entries: readonly AdminEntry[], shop: ShopKey): readonly AdditionEntry[] =>
  entries.filter(
    (entry): entry is AdditionEntry =>
      entry.operation.kind === 'addProduct' && entry.operation.shop === shop && !entry.isRepeated,
  );

/** Finds the pending addition with this id, the last one of several; undefined if there is none. Pure. */
export const findWaitingAddition = (
  entries: readonly AdminEntry[],
  shop: ShopKey,
  id: number,
): AdditionEntry | undefined => waitingAdditions(entries, shop).findLast(({ operation }) => operation.id === id);

/** Title of the product whose addition is pending under an id, the last one of several; undefined if there is none. Pure. */
export const waitingTitle = (entries: readonly AdminEntry[], shop: ShopKey, id: number): string | undefined =>
  findWaitingAddition(entries, shop, id)?.operation.fields.title;
