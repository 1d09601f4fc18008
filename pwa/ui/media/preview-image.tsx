import { useState } from 'react';
import type { ReactNode } from 'react';

interface PreviewImageProps {
  /** Empty for none. */
  readonly src: string;
  readonly sizePx: number;
  readonly className?: string | undefined;
  /** Replaces an image that does not exist or cannot be loaded. */
  readonly fallback?: ReactNode;
}

/** The small square image of a product in an order or a chat, or its fallback. */
export function PreviewImage({ src, sizePx, className, fallback = null }: PreviewImageProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  if (src === '' || src === failedSrc) return fallback;
  return (
    <img
      className={className}
      src={src}
      alt=""
      width={sizePx}
      height={sizePx}
      loading="lazy"
      onError={() => setFailedSrc(src)}
    />
  );
}
