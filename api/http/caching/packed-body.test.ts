import { createServer, get } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { preparePackedResponse, sendCachedResponse } from './cached-response.ts';
import { PackedBody } from './packed-body.ts';

const MEGABYTE = 1_000_000;

async function* pieces(count: number, onPiece: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number++) {
    onPiece();
    yield Buffer.alloc(MEGABYTE, `${number} `);
    await setTimeout();
  }
}

/** Serves something to one request after the other, and returns each response before any of it is read. */
async function serve(listener: RequestListener): Promise<() => Promise<IncomingMessage>> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return () => new Promise((resolve) => get({ port, host: '127.0.0.1', agent: false }, resolve));
}

async function ask(packed: PackedBody, encoding: 'identity' | 'gzip'): Promise<IncomingMessage> {
  return (await serve((_request, response) => void packed.sendUnpacked(response, encoding)))();
}

it.each(['identity', 'gzip'] as const)('has the bytes of its pieces in brotli and in %s', async (encoding) => {
  const packed = await PackedBody.from(pieces(3));
  const all: Uint8Array[] = [];
  for await (const piece of pieces(3)) all.push(piece);
  const plain = Buffer.concat(all);
  expect(packed.length).toBe(plain.length);
  expect(brotliDecompressSync(packed.brotli).equals(plain)).toBe(true);
  const sent = await buffer(await ask(packed, encoding));
  expect((encoding === 'gzip' ? gunzipSync(sent) : sent).equals(plain)).toBe(true);
});

it('keeps a fraction of a large body in memory, also while a reader takes nothing', async () => {
  const bytesNow = (): number => process.memoryUsage().arrayBuffers;
  const before = bytesNow();
  let most = 0;
  const packed = await PackedBody.from(pieces(150, () => (most = Math.max(most, bytesNow() - before))));
  const response = await ask(packed, 'identity');
  await setTimeout(300);
  most = Math.max(most, bytesNow() - before);
  expect(most).toBeLessThan(100 * MEGABYTE);
  let received = 0;
  for await (const part of response) received += (part as Buffer).length;
  expect(received).toBe(150 * MEGABYTE);
});

it('is unpacked for a limited number of readers at once, and for the next one when one has left', async () => {
  const packed = await PackedBody.from(pieces(20));
  const reply = preparePackedResponse({ contentType: 'text/plain', cacheControl: 'no-cache' }, packed);
  const request = await serve((incoming, response) => sendCachedResponse(incoming, response, reply));
  const stalled = await Promise.all(Array.from({ length: 32 }, request));
  const refused = await request();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  stalled[0]?.destroy();
  await expect.poll(async () => (await request()).statusCode).toBe(200);
  for (const response of stalled) response.destroy();
  await expect.poll(() => PackedBody.hasRoom).toBe(true);
});

it('ends the read of its pieces with the error of one', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('1');
    await setTimeout();
    throw new Error('the disk is gone');
  };
  await expect(PackedBody.from(broken())).rejects.toThrow('the disk is gone');
});
