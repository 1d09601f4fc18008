import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AdminCalls } from '#sync/api/admin-api.ts';
import type { CatalogApi } from '#sync/api/engine-api.ts';

/** Result of loading a product for its form. */
export type LoadedProduct =
  | {
      readonly kind: 'found';
      readonly product: Product;
      /** File names of its images, in their order; undefined if only their number is known. */
      readonly names: readonly string[] | undefined;
      readonly isFromDevice: boolean;
    }
  | { readonly kind: 'missing' }
  /** Neither the server nor the device could be read. */
  | { readonly kind: 'unavailable' };

/** Loads a product from the server, or from the device if that fails. */
export async function loadProduct(
  calls: Pick<AdminCalls, 'getProduct' | 'listImages'>,
  catalog: Pick<CatalogApi, 'product'>,
  shop: ShopKey,
  id: number,
): Promise<LoadedProduct> {
  const result = await calls.getProduct({ params: { id }, query: { shop } }).catch(() => undefined);
  if (result?.ok) {
    const listed = await calls.listImages({ params: { shop, id } }).catch(() => undefined);
    return {
      kind: 'found',
      product: result.value,
      names: listed?.ok ? listed.value.images : undefined,
      isFromDevice: false,
    };
  }
  if (result?.problem === 'rejected' && result.code === 'not-found') return { kind: 'missing' };
  try {
    const product = await catalog.product(shop, id);
    return product ? { kind: 'found', product, names: undefined, isFromDevice: true } : { kind: 'missing' };
  } catch {
    return { kind: 'unavailable' };
  }
}
