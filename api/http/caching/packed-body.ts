import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress, createGzip } from 'node:zlib';

/** Of a compression that keeps up with its source, and whose reader needs a few hundred kilobytes. */
const QUALITY = 5;
const WINDOW_BITS = 18;

/** Replies that are unpacked at once; each takes some hundred kilobytes until its reader is done. */
const MAX_UNPACKING = 32;
/** How long a reader may take nothing. */
const STALLED_MS = 30_000;

let unpacking = 0;

/** A body that is large, or seldom sent as it is: only its compressed form is in memory, and the other forms are made of it while they are sent. */
export class PackedBody {
  readonly brotli: Buffer;
  /** Bytes of the plain body. */
  readonly length: number;

  constructor(brotli: Buffer, length: number) {
    this.brotli = brotli;
    this.length = length;
  }

  /** Compresses pieces as they come; the source is read no faster than they are compressed. */
  static async from(pieces: AsyncIterable<Uint8Array>): Promise<PackedBody> {
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
    return new PackedBody(Buffer.concat(parts), length);
  }

  /** Whether another reply can be unpacked now. */
  static get hasRoom(): boolean {
    return unpacking < MAX_UNPACKING;
  }

  /** Sends the plain body, or one for gzip, no faster than its reader takes it; a reader who takes nothing for long is cut off. */
  async sendUnpacked(response: ServerResponse, encoding: 'identity' | 'gzip'): Promise<void> {
    const steps: Duplex[] = [createBrotliDecompress(), ...(encoding === 'gzip' ? [createGzip()] : [])];
    unpacking += 1;
    response.setTimeout(STALLED_MS, () => response.destroy());
    try {
      await pipeline([Readable.from([this.brotli]), ...steps, response]);
    } catch {
      response.destroy();
    } finally {
      unpacking -= 1;
      // The connection outlives the reply.
      response.setTimeout(0);
    }
  }
}
