import sharp from 'sharp';
import { ApiError } from '#contract/http/errors.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { IMAGE_WIDTH } from '#contract/images/image-names.ts';
import { imageTypeOf } from '#contract/images/image-types.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS } from '#contract/limits.ts';
import type { CallerLife } from '../../http/caller/caller-life.ts';
import { createBudget } from '../../jobs/budget.ts';
import { countScans } from './count-scans.ts';
import { dropPngTexts } from './drop-png-texts.ts';
import { encodeWebp, encodeImage, makePlaceholder } from './encode-image.ts';
import type { EncodedImage, Pixels } from './encode-image.ts';
import './image-loaders.ts';
import { estimateMemory } from './image-memory.ts';

/**
 * Memory that the images being processed may take together, in bytes: what the C library keeps for later comes on top of it. An image that
 * alone would need more is rejected, such as an interlaced PNG of 24 megapixels or a progressive JPEG of 28.
 */
export const MEMORY_BYTES = 110_000_000;
/** Programs that make progressive JPEGs write about ten passes. */
const MAX_SCANS = 64;

/** The only budget of the process: whatever decodes an image shares it. */
const inBudget = createBudget(MEMORY_BYTES);

/** An image as one WebP file. */
export interface WebpImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts uploaded bytes to the stored files of a product image: one decode, orientation applied, metadata removed, long side at most 1600.
 * The type is detected from the content, never from the name or the declared type.
 * @throws ApiError too-large, unsupported-media-type; CallerGoneError
 */
export async function processUpload(bytes: Uint8Array, life?: CallerLife): Promise<EncodedImage> {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) throw new ApiError('too-large', SERVER_SENTENCES.imageBytes);
  return withPixels(bytes, (pixels) => encodeImage(pixels), life);
}

/** Converts bytes in the same way, but to a single WebP file. @throws as `processUpload` */
export const processToWebp = (bytes: Uint8Array, life?: CallerLife): Promise<WebpImage> =>
  withPixels(bytes, async (pixels) => ({ bytes: await encodeWebp(pixels), ...size(pixels) }), life);

export type ImageFacts = Pick<EncodedImage, 'placeholder' | 'width' | 'height'>;

/** Returns placeholder and size of a stored image from its bytes. @throws ApiError too-large, unsupported-media-type */
export const describeImage = (bytes: Uint8Array): Promise<ImageFacts> =>
  withPixels(bytes, async (pixels) => ({ placeholder: await makePlaceholder(pixels), ...size(pixels) }));

const notAnImage = () => new ApiError('unsupported-media-type', SERVER_SENTENCES.notAnImage);
const tooMuchMemory = () => new ApiError('too-large', SERVER_SENTENCES.imageMemory);

/** Decodes an image and passes its pixels to `use`, as soon as there is memory for both; gives up if the caller leaves before. */
async function withPixels<T>(file: Uint8Array, use: (pixels: Pixels) => Promise<T>, life?: CallerLife): Promise<T> {
  const { bytes, memory } = await checkHead(file);
  return inBudget(memory, async () => use(await decode(bytes)), life);
}

/** Reads the head of an image without decoding it; returns the bytes to decode, and the memory in bytes that decoding takes. */
async function checkHead(file: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly memory: number }> {
  const type = imageTypeOf(file);
  if (type === undefined) throw notAnImage();
  if (type === 'jpeg' && countScans(file) > MAX_SCANS) throw tooMuchMemory();
  const bytes = type === 'png' ? dropPngTexts(file) : file;
  const head = await open(bytes).metadata().catch(failAsNoImage);
  if (head.width * head.height > MAX_UPLOAD_PIXELS) throw new ApiError('too-large', SERVER_SENTENCES.imagePixels);
  const memory = estimateMemory(head);
  if (memory > MEMORY_BYTES) throw tooMuchMemory();
  return { bytes, memory };
}

async function decode(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await open(bytes)
    .resize({ width: IMAGE_WIDTH, height: IMAGE_WIDTH, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(failAsNoImage);
  if (info.channels === 3 || info.channels === 4) return { data, ...size(info), channels: info.channels };
  throw notAnImage();
}

const open = (bytes: Uint8Array) => sharp(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true });

function failAsNoImage(): never {
  throw notAnImage();
}

const size = ({ width, height }: { width: number; height: number }) => ({ width, height });
