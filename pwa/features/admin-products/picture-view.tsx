import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en-admin.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import type { PictureRef } from '#sync/admin/admin-api.ts';
import styles from './picture-gallery.module.css';
import { usePictureAddress } from './use-picture-address.ts';
import type { PicturePlace } from './use-picture-address.ts';

interface PictureViewProps {
  readonly picture: PictureRef;
  readonly place: PicturePlace | undefined;
  readonly name: string;
}

/** A picture of a form, small; a word in its place where it is not to be had. */
export function PictureView({ picture, place, name }: PictureViewProps) {
  const address = usePictureAddress(picture, place);
  return address === undefined ? <Spinner /> : <DrawnPicture address={address} name={name} />;
}

interface DrawnPictureProps {
  /** Null where there is none. */
  readonly address: string | null;
  readonly name: string;
}

/** A picture from an address, or a word when nothing comes from there. */
export function DrawnPicture({ address, name }: DrawnPictureProps) {
  const [failed, setFailed] = useState<string>();
  if (address === null || address === failed)
    return <span className={styles['missing']}>{adminMessages.products.pictures.notHere}</span>;
  return <img src={address} alt={name} draggable={false} onError={() => setFailed(address)} />;
}
