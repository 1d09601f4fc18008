import { imageName } from '#contract/image-names.ts';
import type { Product } from '#contract/product.ts';
import { pickFields } from '#pwa/features/admin-products/form/product-draft.ts';
import type { AdminData, ImageRef } from '#sync/admin/admin-api.ts';
import type { ShopRow } from '#contract/shops.ts';

/** Writes a copy of a product into the shop's form for a new one, with those of its pictures that can be had now. */
export async function duplicateProduct(data: AdminData, shop: ShopRow, product: Product): Promise<void> {
  const pictures: ImageRef[] = [];
  for (let number = 1; number <= product.imagecount; number += 1) {
    const address = `/images/${shop.imageFolder}/${product.id}/${imageName(number)}?v=${product.image_version}`;
    const picture = await fetchImage(address);
    if (picture) pictures.push({ kind: 'kept', id: await data.saveImage(picture, 'product') });
  }
  await data.dropDraft(`${shop.key}/add`);
  await data.saveDraft(`${shop.key}/add`, {
    fields: { ...pickFields(shop.offer, product) },
    // The form asks for the next free one.
    id: '',
    isOwnId: false,
    pictures,
    links: '',
    base: null,
  });
}

async function fetchImage(address: string): Promise<Blob | undefined> {
  const response = await fetch(address).catch(() => undefined);
  const isPicture = response?.ok && (response.headers.get('content-type') ?? '').startsWith('image/');
  return isPicture ? response.blob() : undefined;
}
