import type { Metadata } from 'sharp';
import { IMAGE_WIDTH } from '#contract/images/image-names.ts';

/** Rows that the library keeps while it shrinks an image; fewer when the image has few rows. Measured at a width of 16,384 pixels. */
const MAX_KEPT_ROWS = 1_750;
const MIN_KEPT_ROWS = 200;
/** A JPEG is shrunk while it is decoded: to a half, a quarter or an eighth. */
const MOST_JPEG_SHRINK = 8;
/** Bytes for each pixel that encoding as WebP takes at worst, including the pixels themselves and all smaller sizes. */
const ENCODER_BYTES = 36;
/** Coefficients for each pixel of a JPEG of several passes, by chroma subsampling. Each takes two bytes. */
const COEFFICIENTS: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 };

export type ImageHead = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
>;

/**
 * Returns the peak memory in bytes of reading an image and encoding it as WebP. Most images are read row by row; an
 * interlaced PNG, a JPEG of several passes and WebP are decoded as a whole.
 */
export const estimateMemory = (head: ImageHead): number =>
  Math.max(sizeOfWhole(head) + sizeOfRows(head) + 4 * keptPixels(head), ENCODER_BYTES * keptPixels(head));

function sizeOfWhole(head: ImageHead): number {
  const pixels = head.width * head.height;
  if (head.format === 'webp') return 4 * pixels;
  if (!head.isProgressive) return 0;
  if (head.format === 'jpeg') return 2 * pixels * (COEFFICIENTS[head.chromaSubsampling ?? ''] ?? head.channels);
  return pixels * pixelBytes(head);
}

function sizeOfRows(head: ImageHead): number {
  // WebP is scaled by its decoder.
  if (head.format === 'webp') return 0;
  const { width, height } = head;
  const shrunk = Math.max(2 * IMAGE_WIDTH, width / MOST_JPEG_SHRINK);
  const rows = Math.min(MAX_KEPT_ROWS, MIN_KEPT_ROWS + 2 * height);
  return (head.format === 'jpeg' ? Math.min(width, shrunk) : width) * pixelBytes(head) * rows;
}

const pixelBytes = ({ channels, depth }: ImageHead): number => channels * (depth === 'ushort' ? 2 : 1);

function keptPixels({ width, height }: ImageHead): number {
  const scale = Math.min(1, IMAGE_WIDTH / Math.max(width, height));
  return width * height * scale ** 2;
}
