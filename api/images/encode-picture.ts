import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** Long side of a stored picture, and width of its preview, in pixels. */
export const PICTURE_LONG_SIDE_PX = 1_600;
export const PREVIEW_WIDTH_PX = 400;
const PLACEHOLDER_LONG_SIDE_PX = 64;

/** How libwebp works: quality from 1 to 100, effort from 0 (fast) to 6 (small). */
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

/** What is stored of one picture. */
export interface EncodedPicture {
  readonly full: Buffer;
  readonly preview: Buffer;
  /** Thumbhash in base64. */
  readonly placeholder: string;
  readonly width: number;
  readonly height: number;
}

/** Encodes decoded pixels as WebP in both sizes and makes their placeholder. */
export async function encodePicture(pixels: Pixels, encoding: Encoding = FOR_PHOTOS): Promise<EncodedPicture> {
  const [full, small] = await Promise.all([
    open(pixels)
      .webp({ ...encoding })
      .toBuffer(),
    shrink(pixels, PREVIEW_WIDTH_PX),
  ]);
  const [preview, placeholder] = await Promise.all([
    open(small)
      .webp({ ...encoding })
      .toBuffer(),
    makePlaceholder(small),
  ]);
  return { full, preview, placeholder, width: pixels.width, height: pixels.height };
}

const open = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } });

async function shrink(pixels: Pixels, widthPx: number): Promise<Pixels> {
  const { data, info } = await open(pixels)
    .resize({ width: widthPx, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: pixels.channels };
}

async function makePlaceholder(pixels: Pixels): Promise<string> {
  const { data, info } = await open(pixels)
    .resize({ width: PLACEHOLDER_LONG_SIDE_PX, height: PLACEHOLDER_LONG_SIDE_PX, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
