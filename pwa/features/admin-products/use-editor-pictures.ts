import { useMemo } from 'react';
import { editorPicturePath, findEditorPictureId } from '#contract/admin-product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useOpenAdminData } from '#pwa/platform/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/use-admin-engine.ts';
import { judgePicture } from './prepare-picture.ts';

/** Somebody who writes does not wait longer than this for a picture to be uploaded: the operation that shows it sends it, too. */
const UPLOAD_WAIT_MS = 8_000;

/** Pictures of a description as an editor handles them. */
export interface EditorPictures {
  /** Keeps a picture and gives the address that the text names. @throws Error when it is no picture, or cannot be kept */
  readonly add: (file: File) => Promise<string>;
  readonly remove: (src: string) => Promise<void>;
  /** Where a picture can be drawn from: an address of this document as long as only this device has it. */
  readonly show: (src: string) => Promise<string>;
}

/** Pictures of the description of a product: kept on this device at once, uploaded now or with the product. */
export function useEditorPictures(shop: ShopKey, productId: number | undefined): EditorPictures {
  const { api } = useAdminEngine();
  const data = useOpenAdminData();
  return useMemo(
    () => ({
      add: async (file) => {
        const problem = await judgePicture(file);
        if (problem !== undefined || !data) throw new Error(`The picture cannot be added: ${problem ?? 'no storage'}`);
        const id = await data.keepPicture(file, 'editor');
        if (productId !== undefined && navigator.onLine)
          await Promise.race([
            api.uploadEditorPicture(shop, productId, id).catch(() => undefined),
            new Promise((resolve) => setTimeout(resolve, UPLOAD_WAIT_MS)),
          ]);
        return editorPicturePath(id);
      },
      remove: async (src) => {
        const id = findEditorPictureId(src);
        if (id !== undefined) await data?.removePicture(id);
        await api.deleteEditorPicture(src);
      },
      show: async (src) => {
        const id = findEditorPictureId(src);
        const kept = id === undefined ? undefined : await data?.picture(id).catch(() => undefined);
        return kept ? URL.createObjectURL(kept) : src;
      },
    }),
    [api, data, shop, productId],
  );
}
