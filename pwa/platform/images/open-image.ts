export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size scaled down to a longest side of at most `maxSidePx`; each side is at least 1 px. */
export function planSize({ width, height }: Size, maxSidePx: number): Size {
  const factor = Math.min(1, maxSidePx / Math.max(width, height));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(width), height: scale(height) };
}

/** Opens a file as an image, upright, without decoding all of it: that may take 432 MB. Undefined for one that this browser cannot read. */
export async function openImage(file: Blob) {
  const url = URL.createObjectURL(file);
  const image = new Image();
  const close = (): void => {
    image.removeAttribute('src');
    URL.revokeObjectURL(url);
  };
  const isRead = await new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true), { once: true });
    image.addEventListener('error', () => resolve(false), { once: true });
    image.src = url;
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  if (!isRead || width === 0 || height === 0) {
    close();
    return undefined;
  }
  /** Returns a bitmap whose longest side has at most `maxSidePx`; the caller closes it. @throws DOMException for a damaged image */
  const decode = (maxSidePx: number): Promise<ImageBitmap> => {
    const size = planSize({ width, height }, maxSidePx);
    // Decodes the file, not the element: an element draws a damaged image in part, without an error.
    return createImageBitmap(file, {
      imageOrientation: 'from-image',
      ...(size.width < width || size.height < height
        ? { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' }
        : {}),
    });
  };
  return { width, height, decode, close };
}
