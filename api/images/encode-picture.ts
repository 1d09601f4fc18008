import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** Long side of a stored picture, and width of its preview, in pixels. */
export const PICTURE_LONG_SIDE_PX = 1_600;
export const PREVIEW_WIDTH_PX = 400;
const PLACEHOLDER_LONG_SIDE_PX = 64;

const QUALITY = 80;

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

/** Encodes decoded pixels as WebP in both sizes and makes their placeholder. `effort` is libwebp's, 0 (fast) to 6 (small). */
export async function encodePicture(pixels: Pixels, effort = 4): Promise<EncodedPicture> {
  const webp = { quality: QUALITY, effort } as const;
  const [full, small] = await Promise.all([open(pixels).webp(webp).toBuffer(), shrink(pixels, PREVIEW_WIDTH_PX)]);
  const [preview, placeholder] = await Promise.all([open(small).webp(webp).toBuffer(), makePlaceholder(small)]);
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
