import { imageName } from '#contract/images/image-names.ts';
import type { Product } from '#contract/products/product.ts';
import { pickFields } from '#pwa/features/admin-products/form/product-draft.ts';
import { findFormKey } from '#pwa/features/admin-products/add/new-product-forms.ts';
import type { AdminData, ImageRef } from '#sync/api/admin-api.ts';
import type { ShopRow } from '#contract/shops.ts';

/** Copies a product into the shop's form for a new one, with the images that can be fetched now. */
export async function duplicateProduct(data: AdminData, shop: ShopRow, product: Product): Promise<void> {
  const images: ImageRef[] = [];
  for (let number = 1; number <= product.imagecount; number += 1) {
    const url = `/images/${shop.imageFolder}/${product.id}/${imageName(number)}?v=${product.image_version}`;
    const image = await fetchImage(url);
    if (image) images.push({ kind: 'kept', id: await data.saveImage(image, 'product') });
  }
  const key = await findFormKey(data, shop.key);
  await data.dropDraft(key);
  await data.saveDraft(key, {
    fields: { ...pickFields(shop.offer, product) },
    // The form fills in the next free id.
    id: '',
    isOwnId: false,
    images,
    links: '',
    base: null,
  });
}

async function fetchImage(url: string): Promise<Blob | undefined> {
  const response = await fetch(url).catch(() => undefined);
  const isImage = response?.ok && (response.headers.get('content-type') ?? '').startsWith('image/');
  return isImage ? response.blob() : undefined;
}
