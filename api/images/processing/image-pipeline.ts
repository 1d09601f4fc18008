import sharp from 'sharp';
import { ApiError } from '#contract/errors.ts';
import { SERVER_SENTENCES } from '#contract/server-sentences.ts';
import { IMAGE_WIDTH } from '#contract/image-names.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { encodeWebp, encodeImage, makePlaceholder } from './encode-image.ts';
import type { EncodedImage, Pixels } from './encode-image.ts';
import './image-loaders.ts';

/** Largest uploaded image in pixels. */
const MAX_UPLOAD_PIXELS = 40_000_000;

/** An image as one WebP file. */
export interface WebpImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts uploaded bytes to the stored files of a product image: one decode, orientation applied, metadata removed, long side at most 1600.
 * The type is detected from the content, never from the name or the declared type.
 * @throws ApiError too-large, unsupported-media-type
 */
export async function processUpload(bytes: Uint8Array): Promise<EncodedImage> {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) throw new ApiError('too-large', SERVER_SENTENCES.imageBytes);
  return encodeImage(await decode(bytes));
}

/** The same for an image that needs only one file. @throws ApiError too-large, unsupported-media-type */
export async function processToWebp(bytes: Uint8Array): Promise<WebpImage> {
  const pixels = await decode(bytes);
  return { bytes: await encodeWebp(pixels), ...size(pixels) };
}

export type ImageFacts = Pick<EncodedImage, 'placeholder' | 'width' | 'height'>;

/** Returns placeholder and size of a stored image from its bytes. @throws ApiError unsupported-media-type */
export async function describeImage(bytes: Uint8Array): Promise<ImageFacts> {
  const pixels = await decode(bytes);
  return { placeholder: await makePlaceholder(pixels), ...size(pixels) };
}

const startsWith = (bytes: Uint8Array, magic: readonly number[], offset = 0): boolean =>
  magic.every((byte, index) => bytes[offset + index] === byte);

const isAllowedImage = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) ||
  startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
  (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8));

const notAnImage = () => new ApiError('unsupported-media-type', SERVER_SENTENCES.notAnImage);

async function decode(bytes: Uint8Array): Promise<Pixels> {
  if (!isAllowedImage(bytes)) throw notAnImage();
  try {
    const source = sharp(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true });
    const { width, height } = await source.metadata();
    if (width * height > MAX_UPLOAD_PIXELS) throw new ApiError('too-large', SERVER_SENTENCES.imagePixels);
    const { data, info } = await source
      .resize({ width: IMAGE_WIDTH, height: IMAGE_WIDTH, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels === 3 || info.channels === 4) return { data, ...size(info), channels: info.channels };
    throw notAnImage();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw notAnImage();
  }
}

const size = ({ width, height }: { width: number; height: number }) => ({ width, height });
