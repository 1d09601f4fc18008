import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { IMAGE_WIDTHS, PREVIEW_WIDTHS } from '#contract/images/image-names.ts';
import type { ImageWidth, PreviewWidth } from '#contract/images/image-names.ts';

const PLACEHOLDER_LONG_SIDE_PX = 64;

/** Options of libwebp: quality from 1 to 100, effort from 0 (fast) to 6 (small). */
export interface Encoding {
  readonly quality: number;
  readonly effort: number;
}

const FOR_PHOTOS: Encoding = { quality: 80, effort: 4 };

/** Decoded pixels, 8 bits a channel. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** The stored files of one image, by width. Nothing is enlarged: a source smaller than a width is stored in its own size. */
export interface EncodedImage {
  readonly full: ReadonlyMap<ImageWidth, Buffer>;
  readonly previews: ReadonlyMap<PreviewWidth, Buffer>;
  /** Thumbhash in base64. */
  readonly placeholder: string;
  readonly width: number;
  readonly height: number;
}

/** Encodes decoded pixels as one WebP file in their own size. */
export const encodeWebp = (pixels: Pixels): Promise<Buffer> =>
  open(pixels)
    .webp({ ...FOR_PHOTOS })
    .toBuffer();

/** Encodes decoded pixels as WebP in every width and makes their placeholder. Files of the same size share one buffer, encoded once. */
export async function encodeImage(pixels: Pixels, encoding: Encoding = FOR_PHOTOS): Promise<EncodedImage> {
  const longSide = Math.max(pixels.width, pixels.height);
  const imageWidth = (width: ImageWidth): number => scaleTo(pixels, Math.min(1, width / longSide));
  const previewWidth = (width: PreviewWidth): number => scaleTo(pixels, Math.min(1, width / pixels.width));
  const wanted = new Set([...IMAGE_WIDTHS.map(imageWidth), ...PREVIEW_WIDTHS.map(previewWidth)]);

  const files = new Map<number, Promise<Buffer>>();
  let smallest = pixels;
  // Each size is scaled from the next larger one: scaling the original for each would take several times as long.
  for (const width of [...wanted].sort((a, b) => b - a)) {
    smallest = await shrink(smallest, width);
    files.set(
      width,
      open(smallest)
        .webp({ ...encoding })
        .toBuffer(),
    );
  }
  const [placeholder, ...encoded] = await Promise.all([makePlaceholder(smallest), ...files.values()]);
  const byWidth = new Map([...files.keys()].map((width, index) => [width, encoded[index] as Buffer]));
  const pick = <W extends number>(widths: readonly W[], toWidth: (width: W) => number): Map<W, Buffer> =>
    new Map(widths.map((width) => [width, byWidth.get(toWidth(width)) as Buffer]));
  return {
    full: pick(IMAGE_WIDTHS, imageWidth),
    previews: pick(PREVIEW_WIDTHS, previewWidth),
    placeholder,
    width: pixels.width,
    height: pixels.height,
  };
}

const scaleTo = ({ width }: Pixels, scale: number): number => Math.max(1, Math.round(width * scale));

const open = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } });

async function shrink(pixels: Pixels, widthPx: number): Promise<Pixels> {
  if (widthPx >= pixels.width) return pixels;
  const { data, info } = await open(pixels).resize({ width: widthPx }).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: pixels.channels };
}

/** Returns a thumbhash in base64. */
export async function makePlaceholder(pixels: Pixels): Promise<string> {
  const { data, info } = await open(pixels)
    .resize({ width: PLACEHOLDER_LONG_SIDE_PX, height: PLACEHOLDER_LONG_SIDE_PX, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
