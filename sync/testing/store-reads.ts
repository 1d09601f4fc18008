import type { ShopKey } from '#contract/shops.ts';
import type { CatalogChange, CatalogStore, OverlayRow, ShopRecord } from '../catalog/store/catalog-store.ts';

/** The stored record of a shop. */
export const findShop = async (
  store: Pick<CatalogStore, 'listShops'>,
  shop: ShopKey,
): Promise<ShopRecord | undefined> => (await store.listShops()).find((record) => record.shop === shop);

/** The stored rows of a shop after a seq, in order of seq. */
export const listRows = async (
  store: CatalogStore,
  shop: ShopKey,
  afterSeq: number,
): Promise<readonly OverlayRow[]> => {
  const record = await findShop(store, shop);
  return record ? ((await store.loadShop(shop, { ...record, cursor: afterSeq }))?.overlay ?? []) : [];
};

/** A change of a shop's record. */
export const changeOf = (
  { base, next }: { readonly base: ShopRecord | undefined; readonly next: ShopRecord },
  more: Partial<CatalogChange> = {},
): CatalogChange => ({ shop: next.shop, base, next, ...more });
