import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import type { ImageRef } from '#sync/api/admin-api.ts';
import styles from './image-gallery.module.css';
import { useImageUrl } from './use-image-url.ts';
import type { ProductImageFolder } from './use-image-url.ts';

interface ImageThumbnailProps {
  readonly image: ImageRef;
  readonly folder: ProductImageFolder | undefined;
  readonly name: string;
}

/** The thumbnail of a form's image, or a text if the image is not available. */
export function ImageThumbnail({ image, folder, name }: ImageThumbnailProps) {
  const url = useImageUrl(image, folder);
  return url === undefined ? <Spinner /> : <ImageWithFallback src={url} name={name} />;
}

interface ImageWithFallbackProps {
  /** Null if there is no image. */
  readonly src: string | null;
  readonly name: string;
}

/** An image, or a text if it cannot be loaded. */
export function ImageWithFallback({ src, name }: ImageWithFallbackProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  if (src === null || src === failedSrc)
    return <span className={styles['missing']}>{adminMessages.products.images.notHere}</span>;
  return <img src={src} alt={name} draggable={false} onError={() => setFailedSrc(src)} />;
}
