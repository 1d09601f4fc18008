import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, send } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';

/** A response that is worth compressing, with a tag. */
const LIST = '/api/products?shop=pc';
const SMALL = '/api/products/1?shop=pc';

let app: TestApp;
let plain: Reply;
beforeAll(async () => {
  app = await startTestApp();
  const fields = { main_category: 'M', category: 'C' };
  await app.context.products.saveProducts(
    'pc',
    Array.from({ length: 100 }, (_, n) => ({ id: n + 1, fields: { ...fields, title: `Part ${n + 1}` } })),
  );
  plain = await send(app.url, LIST);
});
afterAll(() => app.stop());

const get = (encoding: string, headers: Record<string, string> = {}, path = LIST): Promise<Reply> =>
  send(app.url, path, { headers: { 'accept-encoding': encoding, ...headers } });

const decode = ({ body, headers }: Reply): string => {
  const encoding = headers['content-encoding'];
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString();
};

describe('[READ1] a compressible response', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['*', 'br'],
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, *', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['br;q=0.5, identity;q=1', undefined],
    ['br;q=0.5, *;q=0.1', 'br'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['', undefined],
    ['brotli', undefined],
    ['x-br, deflate', undefined],
  ])('for "%s" is sent as %s', async (accepted, encoding) => {
    const reply = await get(accepted);
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, encoding]);
    expect(reply.headers['vary']).toBe('accept-encoding');
    expect(decode(reply)).toBe(plain.body.toString());
  });

  it('is answered with 406 when none of its encodings is accepted, while a small response is always sent uncompressed', async () => {
    for (const accepted of ['identity;q=0', '*;q=0', 'br;q=0, gzip;q=0, identity;q=0', 'identity;q=0, deflate']) {
      const reply = await get(accepted);
      expect([accepted, reply.status, json(reply)['code']]).toEqual([accepted, 406, 'not-acceptable']);
      expect((await get(accepted, {}, SMALL)).status).toBe(200);
    }
  });

  it('has the same weak tag in every encoding, and is answered with 304 to any spelling of that tag', async () => {
    const replies = [plain, await get('br'), await get('gzip')];
    const [tag = ''] = replies.map(({ headers }) => headers.etag);
    expect(tag).toMatch(/^W\/"[^"]+"$/);
    expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
    for (const given of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      for (const accepted of ['br', 'gzip', 'identity']) {
        const reply = await get(accepted, { 'if-none-match': given });
        expect([reply.status, reply.headers.etag, reply.headers['vary']]).toEqual([304, tag, 'accept-encoding']);
      }
    }
    expect((await get('br', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});
