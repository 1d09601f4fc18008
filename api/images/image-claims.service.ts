import { addedImageName, listEditorImages } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import {
  deleteEditorImageUses,
  insertEditorImageUses,
  listStoredEditorImages,
  listUsedEditorImages,
} from './editor-image.repository.ts';
import { findEndedLife, FIRST_LIFE } from '../catalog/products/life.repository.ts';
import { deleteDownloads } from './downloads/image-download.repository.ts';
import { KEEP_UNUSED_MS } from './retention.ts';
import { imageFolderPath } from './image-paths.ts';
import { plainFolderId } from './image-ids.ts';
import { markImages, summarizeImages } from './condition-images.ts';
import { compareNames } from './image-names.ts';
import {
  findImages,
  discardImages,
  insertImages,
  isPreviewShown,
  listLiveImages,
  listStagedImages,
  placeImages,
} from './image.repository.ts';
import type { ImageRow } from './image.repository.ts';
import type { LivingProduct } from './image-ids.ts';
import type { ImageClaim, ImageClaims } from '../catalog/products/image-claims.ts';

/** `now` returns the time in ms. */
export function createImageClaims(now: () => number = Date.now): ImageClaims {
  return {
    async claim({ trx }, claim) {
      const chosen = await chooseStaged({ trx }, claim);
      if (chosen.length > MAX_IMAGE_COUNT) {
        throw new ApiError('too-many-pictures', `A product may have at most ${MAX_IMAGE_COUNT} images.`);
      }
      const images = markImages(
        chosen.map((image, index) => ({ ...image, name: addedImageName(index + 1) })),
        claim.shop,
        claim.conditionImages ?? {},
        ({ id }) => id,
      );
      await placeImages(trx, claim, images);
      return summarizeImages(images);
    },

    async claimEditorImages({ trx }, shop, productId, html) {
      const product = { shop, productId };
      const shown = new Set(listEditorImages(html));
      const before = await listUsedEditorImages(trx, product);
      await deleteEditorImageUses(
        trx,
        product,
        before.filter((id) => !shown.has(id)),
        now() + KEEP_UNUSED_MS,
      );
      const isNew = [...shown].filter((id) => !before.includes(id));
      await insertEditorImageUses(trx, product, await listStoredEditorImages(trx, isNew));
    },

    async release({ trx }, shop, productId) {
      const life = (await findEndedLife(trx, shop, productId)) ?? FIRST_LIFE;
      const product = { shop, productId, life };
      await deleteDownloads(trx, product);
      await deleteEditorImageUses(trx, product, await listUsedEditorImages(trx, product), now() + KEEP_UNUSED_MS);
      const images = await listLiveImages(trx, product);
      const isShown = await isPreviewShown(trx, product);
      // Orders and chats continue to show the first image.
      await discardImages(
        trx,
        images.slice(isShown ? 1 : 0).map(({ id }) => id),
      );
      if (images.length === 0 && !isShown) await discardPlainFolder({ trx }, product, now());
    },
  };
}

/** Returns the uploaded images that the addition of a product claims, in the order in which the product shows them. */
async function chooseStaged({ trx }: Pick<WriteUnit, 'trx'>, claim: ImageClaim): Promise<ImageRow[]> {
  if (claim.imageIds === undefined) {
    const staged = await listStagedImages(trx, claim, claim.owner);
    return staged.toSorted((a, b) => compareNames(a.name, b.name));
  }
  const byId = new Map((await findImages(trx, claim.imageIds)).map((image) => [image.id, image]));
  return [...new Set(claim.imageIds)].map((id) => {
    const image = byId.get(id);
    // The product id is not compared: the image may have been uploaded for an id that another product has taken in the meantime.
    if (image?.state !== 'staged' || image.shop !== claim.shop) throw new ApiError('picture-missing');
    return image;
  });
}

/** Discards the folder of images that have no rows: nothing else is known of them. */
async function discardPlainFolder(
  { trx }: Pick<WriteUnit, 'trx'>,
  product: LivingProduct,
  created_at: number,
): Promise<void> {
  const id = plainFolderId(product);
  if ((await findImages(trx, [id])).length > 0) return;
  const folder: ImageRow = {
    id,
    shop: product.shop,
    product_id: product.productId,
    life: product.life,
    name: '',
    position: null,
    state: 'going',
    folder: imageFolderPath(product.shop, product.productId),
    number: 1,
    owner: '',
    placeholder: '',
    width: 0,
    height: 0,
    condition: '',
    created_at,
  };
  await insertImages(trx, [folder]);
}
