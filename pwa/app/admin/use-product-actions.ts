import type { Product, ProductFields } from '#contract/product.ts';
import { pickFields } from '#pwa/features/admin-products/form/product-draft.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { overlayFields } from '#sync/admin/store/overlay-products.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import type { ShopRow } from '#contract/shops.ts';
import { duplicateProduct } from './duplicate-product.ts';

/** What is done with products of a list: each change waits in the outbox. */
export interface ProductActions {
  /** Changes fields of a product. @throws Error when its details are neither on the device nor to be had */
  readonly change: (id: number, change: (fields: ProductFields) => ProductFields) => Promise<void>;
  readonly remove: (cards: readonly Pick<WireCard, 'id' | 'title'>[]) => Promise<void>;
  /** Writes a copy into the form for a new product. @throws as `change` */
  readonly duplicate: (id: number) => Promise<void>;
  /** Whether the form for a new product holds something. */
  readonly hasDraft: () => Promise<boolean>;
}

/** The work on a shop's products; undefined until the device's database is open. */
export function useProductActions(shop: ShopRow): ProductActions | undefined {
  const { engine } = useSync();
  const data = useOpenAdminData();
  if (!data) return undefined;

  const load = async (id: number): Promise<Product> => {
    const product = await engine.product(shop.key, id);
    if (!product) throw new Error(`There is no product ${id}`);
    return product;
  };

  return {
    async change(id, change) {
      const product = await load(id);
      const base = { version: product.seq, fields: pickFields(shop.offer, product) };
      // A second change of a product stands on the first one, which may still be waiting.
      const waiting = overlayFields(await data.outbox(), shop.key, id);
      const fields = change({ ...base.fields, ...waiting } as ProductFields);
      await data.enqueue({ kind: 'editProduct', shop: shop.key, id, base, fields, pictures: null });
    },
    async remove(cards) {
      for (const { id, title } of cards) await data.enqueue({ kind: 'deleteProduct', shop: shop.key, id, title });
    },
    duplicate: async (id) => duplicateProduct(data, shop, await load(id)),
    hasDraft: async () => (await data.draft(`${shop.key}/add`)) !== undefined,
  };
}
