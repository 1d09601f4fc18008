import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress, createGzip } from 'node:zlib';
import { sendStream } from '../caller/send-stream.ts';
import type { Unpacking } from './unpacking.ts';

/** Brotli settings with which compressing keeps up with the source, and unpacking needs only a few hundred kilobytes. */
const QUALITY = 5;
const WINDOW_BITS = 18;

/** A body that is large, or seldom sent plain: only its brotli form is in memory; other forms are made from it while they are sent. */
export class PackedBody {
  readonly brotli: Buffer;
  /** Bytes of the plain body. */
  readonly length: number;
  /** Limits the number of callers for whom bodies are unpacked at the same time. */
  readonly unpacking: Unpacking;

  constructor(brotli: Buffer, length: number, unpacking: Unpacking) {
    this.brotli = brotli;
    this.length = length;
    this.unpacking = unpacking;
  }

  /** Compresses pieces as they come; the source is read no faster than they are compressed. */
  static async from(pieces: AsyncIterable<Uint8Array>, unpacking: Unpacking): Promise<PackedBody> {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
    const parts: Buffer[] = [];
    let length = 0;
    await pipeline(
      async function* () {
        for await (const piece of pieces) {
          length += piece.length;
          yield piece;
        }
      },
      createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: WINDOW_BITS } }),
      async (packed: AsyncIterable<Buffer>) => {
        for await (const part of packed) parts.push(part);
      },
    );
    return new PackedBody(Buffer.concat(parts), length, unpacking);
  }

  /** Sends the plain body, or the body compressed by gzip. Must be called only with a place taken in `unpacking`. */
  sendUnpacked(response: ServerResponse, encoding: 'identity' | 'gzip'): Promise<void> {
    const zipping: Duplex[] = encoding === 'gzip' ? [createGzip()] : [];
    return sendStream(response, Readable.from([this.brotli]), createBrotliDecompress(), ...zipping);
  }
}
