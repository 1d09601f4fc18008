import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import type { ImageRef } from '#sync/admin/admin-api.ts';
import styles from './image-gallery.module.css';
import { useImageAddress } from './use-image-address.ts';
import type { ProductImageFolder } from './use-image-address.ts';

interface ImageThumbnailProps {
  readonly picture: ImageRef;
  readonly place: ProductImageFolder | undefined;
  readonly name: string;
}

/** A picture of a form, small; a word in its place where it is not to be had. */
export function ImageThumbnail({ picture, place, name }: ImageThumbnailProps) {
  const address = useImageAddress(picture, place);
  return address === undefined ? <Spinner /> : <ImageWithFallback address={address} name={name} />;
}

interface ImageWithFallbackProps {
  /** Null where there is none. */
  readonly address: string | null;
  readonly name: string;
}

/** A picture from an address, or a word when nothing comes from there. */
export function ImageWithFallback({ address, name }: ImageWithFallbackProps) {
  const [failed, setFailed] = useState<string>();
  if (address === null || address === failed)
    return <span className={styles['missing']}>{adminMessages.products.pictures.notHere}</span>;
  return <img src={address} alt={name} draggable={false} onError={() => setFailed(address)} />;
}
