/** Widths in px in which a product's small picture exists. */
export const PREVIEW_WIDTHS = [200, 400, 800] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];
/** The width whose file has the name that the specification gives. */
export const PREVIEW_WIDTH = 400 satisfies PreviewWidth;

/** Long sides in px in which each of a product's pictures exists. */
export const PICTURE_WIDTHS = [800, 1600] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
/** The largest, whose file has the name that the specification gives. */
export const PICTURE_WIDTH = 1600 satisfies PictureWidth;

/** Name of a preview below its product's folder: `preview/1.webp`, in other widths `preview/1-800.webp`. */
export const previewName = (number: number, width: PreviewWidth = PREVIEW_WIDTH): string =>
  width === PREVIEW_WIDTH ? `preview/${number}.webp` : `preview/${number}-${width}.webp`;

/** Name of a picture below its product's folder: `2.webp`, in other widths `2-800.webp`. */
export const pictureName = (number: number, width: PictureWidth = PICTURE_WIDTH): string =>
  width === PICTURE_WIDTH ? `${number}.webp` : `${number}-${width}.webp`;
