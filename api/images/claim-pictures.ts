import { addedPictureName, listEditorPictures } from '#contract/admin-product.ts';
import { ApiError } from '#contract/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import {
  deleteEditorPictureUses,
  insertEditorPictureUses,
  listStoredEditorPictures,
  listUsedEditorPictures,
} from './editor-picture.repository.ts';
import { KEEP_UNUSED_MS } from './keep-times.ts';
import { imageFolderPath } from './image-paths.ts';
import { plainFolderId } from './picture-ids.ts';
import { compareNames } from './picture-names.ts';
import {
  findPictures,
  giveUpPictures,
  insertPictures,
  isPreviewShown,
  listLivePictures,
  listStagedPictures,
  placePictures,
} from './picture.repository.ts';
import type { PictureRow, ProductName } from './picture.repository.ts';
import type { PictureClaim, PictureClaims } from './picture-claims.ts';

/** `now` gives a time in ms. */
export function createPictureClaims(now: () => number = Date.now): PictureClaims {
  return {
    async claim({ trx }, claim) {
      await giveUpLive({ trx }, claim);
      const chosen = await chooseStaged({ trx }, claim);
      if (chosen.length > MAX_IMAGE_COUNT) {
        throw new ApiError('too-many-pictures', `A product may have ${MAX_IMAGE_COUNT} pictures at most.`);
      }
      await placePictures(
        trx,
        claim,
        chosen.map((picture, index) => ({ ...picture, name: addedPictureName(index + 1) })),
      );
      return { imagecount: chosen.length, placeholder: chosen[0]?.placeholder ?? '' };
    },

    clear: (unit, shop, productId) => giveUpLive(unit, { shop, productId }),

    async claimEditorPictures({ trx }, shop, productId, html) {
      const product = { shop, productId };
      const shown = new Set(listEditorPictures(html));
      const before = await listUsedEditorPictures(trx, product);
      await deleteEditorPictureUses(
        trx,
        product,
        before.filter((id) => !shown.has(id)),
        now() + KEEP_UNUSED_MS,
      );
      const isNew = [...shown].filter((id) => !before.includes(id));
      await insertEditorPictureUses(trx, product, await listStoredEditorPictures(trx, isNew));
    },

    async release({ trx }, shop, productId) {
      const product = { shop, productId };
      await deleteEditorPictureUses(trx, product, await listUsedEditorPictures(trx, product), now() + KEEP_UNUSED_MS);
      const pictures = await listLivePictures(trx, product);
      const isShown = await isPreviewShown(trx, product);
      // Orders and chats go on showing the first one.
      await giveUpPictures(
        trx,
        pictures.slice(isShown ? 1 : 0).map(({ id }) => id),
      );
      if (pictures.length === 0 && !isShown) await giveUpPlainFolder({ trx }, product, now());
    },
  };
}

async function giveUpLive({ trx }: Pick<WriteUnit, 'trx'>, product: ProductName): Promise<void> {
  const live = await listLivePictures(trx, product);
  await giveUpPictures(
    trx,
    live.map(({ id }) => id),
  );
}

/** What an add asks for, in its order. */
async function chooseStaged({ trx }: Pick<WriteUnit, 'trx'>, claim: PictureClaim): Promise<PictureRow[]> {
  if (claim.pictures === undefined) {
    const staged = await listStagedPictures(trx, claim, claim.owner);
    return staged.toSorted((a, b) => compareNames(a.name, b.name));
  }
  const byId = new Map((await findPictures(trx, claim.pictures)).map((picture) => [picture.id, picture]));
  return [...new Set(claim.pictures)].map((id) => {
    const picture = byId.get(id);
    // It may have been uploaded for another id, which somebody else was faster to take.
    if (picture?.state !== 'staged' || picture.shop !== claim.shop) throw new ApiError('picture-missing');
    return picture;
  });
}

/** Of pictures without rows nothing but their folder is known. */
async function giveUpPlainFolder(
  { trx }: Pick<WriteUnit, 'trx'>,
  product: ProductName,
  created_at: number,
): Promise<void> {
  const id = plainFolderId(product);
  if ((await findPictures(trx, [id])).length > 0) return;
  const folder: PictureRow = {
    id,
    shop: product.shop,
    product_id: product.productId,
    name: '',
    position: null,
    state: 'going',
    folder: imageFolderPath(product.shop, product.productId),
    number: 1,
    owner: '',
    placeholder: '',
    width: 0,
    height: 0,
    created_at,
  };
  await insertPictures(trx, [folder]);
}
