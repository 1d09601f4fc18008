import { constants } from 'node:zlib';
import type { BrotliOptions } from 'node:zlib';

/**
 * Much faster than the best quality, for about 10 % more bytes. Quality 9 would save only 0.3 % of the bytes, and take
 * four times as long and 30 MB more memory than quality 6.
 */
const QUICK_QUALITY = 6;
/** Bytes by which a brotli window is smaller than its power of two. */
const MOST_WINDOW_OVERHEAD = 16;

/** How well a block is compressed: `best` is worth its time for blocks that are sent to many visitors. */
export type Compression = 'quick' | 'best';

/** Returns the options of brotli for a block. A window larger than the block would only waste memory. */
export const brotliOptionsOf = (sizeBytes: number, compression: Compression): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: compression === 'best' ? constants.BROTLI_MAX_QUALITY : QUICK_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBitsOf(sizeBytes),
    [constants.BROTLI_PARAM_SIZE_HINT]: sizeBytes,
  },
});

const windowBitsOf = (sizeBytes: number): number =>
  Math.min(
    Math.max(Math.ceil(Math.log2(sizeBytes + MOST_WINDOW_OVERHEAD)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_MAX_WINDOW_BITS,
  );
