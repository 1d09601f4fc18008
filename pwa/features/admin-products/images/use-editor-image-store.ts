import { useMemo } from 'react';
import { editorImagePath, findEditorImageId } from '#contract/products/admin-product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { EditorImageStore } from '#pwa/platform/admin/editor-image-store.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { storeImage } from './store-image.ts';

/** Maximum wait of the editor for an upload. An image not uploaded by then is uploaded by the operation that saves the description. */
const UPLOAD_WAIT_MS = 8_000;

/** Returns the image store of a product's description: images are stored on the device first and uploaded now or with the product. */
export function useEditorImageStore(shop: ShopKey, productId: number | undefined): EditorImageStore {
  const { api, calls } = useAdminEngine();
  const data = useOpenAdminData();
  return useMemo(
    () => ({
      add: async (file) => {
        const stored = await storeImage(file, data, 'editor');
        if ('problem' in stored) return stored;
        const { id } = stored;
        if (productId !== undefined && navigator.onLine)
          await Promise.race([
            api.uploadEditorImage(shop, productId, id).catch(() => undefined),
            new Promise((resolve) => setTimeout(resolve, UPLOAD_WAIT_MS)),
          ]);
        return { src: editorImagePath(id) };
      },
      remove: async (src) => {
        const id = findEditorImageId(src);
        if (id !== undefined) await data?.removeImage(id);
        await calls.deleteEditorImage({ body: { src } });
      },
      show: async (src) => {
        const id = findEditorImageId(src);
        const stored = id === undefined ? undefined : await data?.image(id).catch(() => undefined);
        return stored ? URL.createObjectURL(stored) : src;
      },
    }),
    [api, calls, data, shop, productId],
  );
}
