import sharp from 'sharp';
import './image-loaders.ts';

/** Returns the size of a stored image; undefined when its bytes are not an image. */
export const readImageSize = (
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number } | undefined> =>
  sharp(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => undefined,
    );
