import { useEffect, useState } from 'react';
import { useOpenAdminData } from '#pwa/platform/use-admin-data.ts';
import type { PictureRef } from '#sync/admin/admin-api.ts';
import { makeThumbnail } from './thumbnail.ts';

/** Where the pictures of a product lie. */
export interface PicturePlace {
  readonly imageFolder: string;
  readonly id: number;
}

/** Where a picture of a form can be drawn from: undefined while it is made ready, null when this device does not have it. */
export function usePictureAddress(picture: PictureRef, place: PicturePlace | undefined): string | null | undefined {
  const keptId = picture.kind === 'kept' ? picture.id : undefined;
  const kept = useKeptPicture(keptId);
  if (picture.kind === 'kept') return kept;
  return place ? `/api/images/${place.imageFolder}/${place.id}/${picture.name}` : null;
}

function useKeptPicture(id: string | undefined): string | null | undefined {
  const data = useOpenAdminData();
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    if (id === undefined || !data) return undefined;
    let made: string | undefined;
    let isOver = false;
    void data
      .picture(id)
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
