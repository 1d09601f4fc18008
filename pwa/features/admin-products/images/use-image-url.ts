import { useEffect, useState } from 'react';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { ImageRef } from '#sync/api/admin-api.ts';
import { makeThumbnail } from './make-thumbnail.ts';

/** Folder of a product's images. */
export interface ProductImageFolder {
  readonly imageFolder: string;
  readonly id: number;
}

/** Returns the URL of a form's image: undefined while its thumbnail is created, null if this device does not have it. */
export function useImageUrl(image: ImageRef, folder: ProductImageFolder | undefined): string | null | undefined {
  const localId = image.kind === 'kept' ? image.id : undefined;
  const localUrl = useLocalImageUrl(localId);
  if (image.kind === 'kept') return localUrl;
  return folder ? `/api/images/${folder.imageFolder}/${folder.id}/${image.name}` : null;
}

function useLocalImageUrl(id: string | undefined): string | null | undefined {
  const data = useOpenAdminData();
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    if (id === undefined || !data) return undefined;
    let objectUrl: string | undefined;
    let isOver = false;
    void data
      .image(id)
      .then((image) => image && makeThumbnail(image))
      .catch(() => undefined)
      .then((thumbnail) => {
        if (isOver) return;
        objectUrl = thumbnail && URL.createObjectURL(thumbnail);
        setUrl(objectUrl ?? null);
      });
    return () => {
      isOver = true;
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [data, id]);
  return url;
}
