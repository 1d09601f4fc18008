import { createServer, get } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { countHeld } from '../caller/caller-life.ts';
import { preparePackedResponse, sendCachedResponse } from './cached-response.ts';
import { PackedBody } from './packed-body.ts';
import { createUnpacking } from './unpacking.ts';

const MEGABYTE = 1_000_000;

const unpacking = createUnpacking({ trustedProxies: 1, networkLimits: 1 });

async function* pieces(count: number, onPiece: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number++) {
    onPiece();
    yield Buffer.alloc(MEGABYTE, `${number} `);
    await setTimeout();
  }
}

/** Starts a server; the returned function sends a request, and returns the response before any of its body is read. */
async function serve(listener: RequestListener): Promise<(address?: string) => Promise<IncomingMessage>> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return (address = '192.0.2.1') =>
    new Promise((resolve) => {
      get({ port, host: '127.0.0.1', agent: false, headers: { 'x-forwarded-for': address } }, resolve);
    });
}

async function ask(packed: PackedBody, encoding: 'identity' | 'gzip'): Promise<IncomingMessage> {
  return (await serve((_request, response) => void packed.sendUnpacked(response, encoding)))();
}

it.each(['identity', 'gzip'] as const)('a body has the bytes of its pieces in brotli and in %s', async (encoding) => {
  const packed = await PackedBody.from(pieces(3), unpacking);
  const all: Uint8Array[] = [];
  for await (const piece of pieces(3)) all.push(piece);
  const plain = Buffer.concat(all);
  expect(packed.length).toBe(plain.length);
  expect(brotliDecompressSync(packed.brotli).equals(plain)).toBe(true);
  const sent = await buffer(await ask(packed, encoding));
  expect((encoding === 'gzip' ? gunzipSync(sent) : sent).equals(plain)).toBe(true);
});

it('only a fraction of a large packed body is in memory, even while a reader takes nothing', async () => {
  const bytesNow = (): number => process.memoryUsage().arrayBuffers;
  const before = bytesNow();
  let most = 0;
  const packed = await PackedBody.from(
    pieces(150, () => (most = Math.max(most, bytesNow() - before))),
    unpacking,
  );
  const response = await ask(packed, 'identity');
  await setTimeout(300);
  most = Math.max(most, bytesNow() - before);
  expect(most).toBeLessThan(100 * MEGABYTE);
  let received = 0;
  for await (const part of response) received += (part as Buffer).length;
  expect(received).toBe(150 * MEGABYTE);
});

it('the readers for whom bodies are unpacked are limited per network and in all; one who leaves makes room', async () => {
  const packed = await PackedBody.from(pieces(20), unpacking);
  const reply = preparePackedResponse({ contentType: 'text/plain', cacheControl: 'no-cache' }, packed);
  const request = await serve((incoming, response) => sendCachedResponse(incoming, response, reply));
  const stall = (network: number, count: number): Promise<IncomingMessage[]> =>
    Promise.all(Array.from({ length: count }, () => request(`192.0.2.${network}`)));
  const askAs = async (network: number) => {
    const { statusCode, headers } = await request(`192.0.2.${network}`);
    return [statusCode, headers['retry-after']];
  };
  const stalled = await stall(1, 8);
  expect(await askAs(1)).toEqual([429, '5']);
  for (const network of [2, 3, 4]) stalled.push(...(await stall(network, 8)));
  expect(await askAs(5)).toEqual([503, '5']);
  stalled[0]?.destroy();
  await expect.poll(() => countHeld('unpacking')).toBe(31);
  const next = await request('192.0.2.5');
  expect(next.statusCode).toBe(200);
  for (const response of [...stalled, next]) response.destroy();
  await expect.poll(() => countHeld('unpacking')).toBe(0);
});

it('packing a body fails with the error of its source', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('1');
    await setTimeout();
    throw new Error('the disk is gone');
  };
  await expect(PackedBody.from(broken(), unpacking)).rejects.toThrow('the disk is gone');
});
