/** Widths in px of a product's preview image. */
export const PREVIEW_WIDTHS = [200, 400, 800] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];
/** The width whose file has the specification's name. */
export const PREVIEW_WIDTH = 400 satisfies PreviewWidth;

/** Long sides in px of each of a product's images. */
export const IMAGE_WIDTHS = [800, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** The largest width, whose file has the specification's name. */
export const IMAGE_WIDTH = 1600 satisfies ImageWidth;

/** Returns the name of a preview in its product's folder: `preview/1.webp`, in other widths `preview/1-800.webp`. */
export const previewName = (number: number, width: PreviewWidth = PREVIEW_WIDTH): string =>
  width === PREVIEW_WIDTH ? `preview/${number}.webp` : `preview/${number}-${width}.webp`;

/** Returns the name of an image in its product's folder: `2.webp`, in other widths `2-800.webp`. */
export const imageName = (number: number, width: ImageWidth = IMAGE_WIDTH): string =>
  width === IMAGE_WIDTH ? `${number}.webp` : `${number}-${width}.webp`;
