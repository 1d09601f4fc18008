import type { Product } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AdminApi } from '#sync/admin/admin-api.ts';
import type { EngineApi } from '#sync/worker/engine-api.ts';

/** A product that is to be changed, as far as it could be had. */
export type LoadedProduct =
  | {
      readonly kind: 'found';
      readonly product: Product;
      /** Of its pictures, in their order; undefined where only their number is known. */
      readonly names: readonly string[] | undefined;
      readonly isFromDevice: boolean;
    }
  | { readonly kind: 'missing' }
  /** Neither the server nor this device could say. */
  | { readonly kind: 'unavailable' };

/** A product as the server has it now, else as this device knows it. */
export async function loadProduct(
  api: Pick<AdminApi, 'loadProduct' | 'listImages'>,
  engine: Pick<EngineApi, 'product'>,
  shop: ShopKey,
  id: number,
): Promise<LoadedProduct> {
  const asked = await api.loadProduct(shop, id).catch(() => undefined);
  if (asked?.ok) {
    const listed = await api.listImages(shop, id).catch(() => undefined);
    return { kind: 'found', product: asked.value, names: listed?.ok ? listed.value : undefined, isFromDevice: false };
  }
  if (asked?.problem === 'rejected' && asked.code === 'not-found') return { kind: 'missing' };
  try {
    const product = await engine.product(shop, id);
    return product ? { kind: 'found', product, names: undefined, isFromDevice: true } : { kind: 'missing' };
  } catch {
    return { kind: 'unavailable' };
  }
}
