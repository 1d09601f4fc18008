import { useMemo } from 'react';
import { editorImagePath, findEditorImageId } from '#contract/admin-product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { checkImage } from './check-image.ts';

/** Somebody who writes does not wait longer than this for a picture to be uploaded: the operation that shows it sends it, too. */
const UPLOAD_WAIT_MS = 8_000;

/** Pictures of a description as an editor handles them. */
export interface EditorImageStore {
  /** Keeps a picture and gives the address that the text names. @throws Error when it is no picture, or cannot be kept */
  readonly add: (file: File) => Promise<string>;
  readonly remove: (src: string) => Promise<void>;
  /** Where a picture can be drawn from: an address of this document as long as only this device has it. */
  readonly show: (src: string) => Promise<string>;
}

/** Pictures of the description of a product: kept on this device at once, uploaded now or with the product. */
export function useEditorImageStore(shop: ShopKey, productId: number | undefined): EditorImageStore {
  const { api } = useAdminEngine();
  const data = useOpenAdminData();
  return useMemo(
    () => ({
      add: async (file) => {
        const problem = await checkImage(file);
        if (problem !== undefined || !data) throw new Error(`The picture cannot be added: ${problem ?? 'no storage'}`);
        const id = await data.saveImage(file, 'editor');
        if (productId !== undefined && navigator.onLine)
          await Promise.race([
            api.uploadEditorImage(shop, productId, id).catch(() => undefined),
            new Promise((resolve) => setTimeout(resolve, UPLOAD_WAIT_MS)),
          ]);
        return editorImagePath(id);
      },
      remove: async (src) => {
        const id = findEditorImageId(src);
        if (id !== undefined) await data?.removeImage(id);
        await api.deleteEditorImage(src);
      },
      show: async (src) => {
        const id = findEditorImageId(src);
        const kept = id === undefined ? undefined : await data?.picture(id).catch(() => undefined);
        return kept ? URL.createObjectURL(kept) : src;
      },
    }),
    [api, data, shop, productId],
  );
}
