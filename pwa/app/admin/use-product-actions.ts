import type { Product, ProductFields } from '#contract/products/product.ts';
import { pickFields } from '#pwa/features/admin-products/form/product-draft.ts';
import { findFormKey } from '#pwa/features/admin-products/add/new-product-forms.ts';
import { undoDeletion } from '#pwa/features/admin-products/delete/undo-deletion.ts';
import type { DeletedEntry } from '#pwa/features/admin-products/delete/undo-deletion.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { overlayFields } from '#sync/admin/store/overlay-products.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import type { ShopRow } from '#contract/shops.ts';
import { duplicateProduct } from './duplicate-product.ts';

/** Actions on listed products; each change is enqueued in the outbox. */
export interface ProductActions {
  /** Changes fields of a product. @throws Error when its details are neither on the device nor available */
  readonly change: (id: number, change: (fields: ProductFields) => ProductFields) => Promise<void>;
  /** Deletes products; returns a function that undoes it. */
  readonly remove: (cards: readonly Pick<WireCard, 'id' | 'title' | 'seq'>[]) => Promise<() => Promise<void>>;
  /** Copies a product into the form for a new one. @throws as `change` */
  readonly duplicate: (id: number) => Promise<void>;
  /** Whether the form for a new product has a draft. */
  readonly hasDraft: () => Promise<boolean>;
}

/** The actions on a shop's products; undefined until the device's database is open. */
export function useProductActions(shop: ShopRow): ProductActions | undefined {
  const { engine } = useSync();
  const data = useOpenAdminData();
  if (!data) return undefined;

  const load = async (id: number): Promise<Product> => {
    const product = await engine.catalog.product(shop.key, id);
    if (!product) throw new Error(`product ${id} does not exist`);
    return product;
  };

  return {
    async change(id, change) {
      const product = await load(id);
      const base = { version: product.seq, fields: pickFields(shop.offer, product), identity: product.identity };
      // A change builds on earlier ones, which may still be pending.
      const waiting = overlayFields(await data.outbox(), shop.key, id);
      const fields = change({ ...base.fields, ...waiting } as ProductFields);
      await data.enqueue({ kind: 'editProduct', shop: shop.key, id, base, fields, images: null });
    },
    async remove(cards) {
      const deleted: DeletedEntry[] = [];
      for (const { id, title, seq } of cards) {
        const op = await data.enqueue({ kind: 'deleteProduct', shop: shop.key, id, title, seen: seq });
        deleted.push({ op, shop: shop.key, id, title });
      }
      return async () => {
        for (const entry of deleted) await undoDeletion(data, entry);
      };
    },
    duplicate: async (id) => duplicateProduct(data, shop, await load(id)),
    hasDraft: async () => (await data.draft(await findFormKey(data, shop.key))) !== undefined,
  };
}
