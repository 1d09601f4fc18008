import { useEffect, useState } from 'react';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { ImageRef } from '#sync/admin/admin-api.ts';
import { makeThumbnail } from './make-thumbnail.ts';

/** Where the pictures of a product lie. */
export interface ProductImageFolder {
  readonly imageFolder: string;
  readonly id: number;
}

/** Where a picture of a form can be drawn from: undefined while it is made ready, null when this device does not have it. */
export function useImageAddress(picture: ImageRef, place: ProductImageFolder | undefined): string | null | undefined {
  const keptId = picture.kind === 'kept' ? picture.id : undefined;
  const kept = useKeptImage(keptId);
  if (picture.kind === 'kept') return kept;
  return place ? `/api/images/${place.imageFolder}/${place.id}/${picture.name}` : null;
}

function useKeptImage(id: string | undefined): string | null | undefined {
  const data = useOpenAdminData();
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    if (id === undefined || !data) return undefined;
    let made: string | undefined;
    let isOver = false;
    void data
      .image(id)
      .then((picture) => picture && makeThumbnail(picture))
      .catch(() => undefined)
      .then((thumbnail) => {
        if (isOver) return;
        made = thumbnail && URL.createObjectURL(thumbnail);
        setAddress(made ?? null);
      });
    return () => {
      isOver = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [data, id]);
  return address;
}
