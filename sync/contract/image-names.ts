/** Widths in px in which a product's small picture exists. */
export const PREVIEW_WIDTHS = [200, 400, 800] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];
/** The width whose file has the name that the specification gives. */
export const PREVIEW_WIDTH = 400 satisfies PreviewWidth;

/** Long sides in px in which each of a product's pictures exists. */
export const IMAGE_WIDTHS = [800, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** The largest, whose file has the name that the specification gives. */
export const IMAGE_WIDTH = 1600 satisfies ImageWidth;

/** Name of a preview below its product's folder: `preview/1.webp`, in other widths `preview/1-800.webp`. */
export const previewName = (number: number, width: PreviewWidth = PREVIEW_WIDTH): string =>
  width === PREVIEW_WIDTH ? `preview/${number}.webp` : `preview/${number}-${width}.webp`;

/** Name of a picture below its product's folder: `2.webp`, in other widths `2-800.webp`. */
export const imageName = (number: number, width: ImageWidth = IMAGE_WIDTH): string =>
  width === IMAGE_WIDTH ? `${number}.webp` : `${number}-${width}.webp`;
