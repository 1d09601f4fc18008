import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { DATA_SIZES } from '../../data-sizes.ts';
import { generateProducts } from '../../testing/generate-products.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { ROWS_PER_PART, runHeavyQuery } from './heavy-queries.ts';

let app: TestApp;
afterEach(() => app.stop());

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** Sends a request; returns the body as it was sent, which `fetch` would unpack. */
const call = (headers: Record<string, string>, method = 'GET', shop = 'pc'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    request(`${app.url}/api/products?shop=${shop}`, { method, headers, agent: false }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });

it.each([1, ROWS_PER_PART, ROWS_PER_PART + 1])(
  'a list that is kept packed is sent with the same bytes and headers as a plain one: %s products',
  async (count) => {
    app = await startTestApp({ sizes: { ...DATA_SIZES, packedListFromRows: 1 } });
    await app.context.products.saveProducts('pc', [...generateProducts(count)]);
    const { seq, nonce, epoch } = app.context.states.get('pc');
    const wanted = Buffer.from(await runHeavyQuery(app.context.database.reader, 'list', ['pc', { epoch, seq }]));

    const plain = await call({});
    expect(plain.body.equals(wanted)).toBe(true);
    const etag = `W/"${epoch}-${seq}-${nonce}"`;
    expect(plain.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache', etag });
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(wanted.length) });
    const brotli = await call({ 'accept-encoding': 'br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', etag });
    expect(brotliDecompressSync(brotli.body).equals(wanted)).toBe(true);
    const gzip = await call({ 'accept-encoding': 'gzip' });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', etag });
    expect(gunzipSync(gzip.body).equals(wanted)).toBe(true);
    expect(await call({}, 'HEAD')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect((await call({ 'if-none-match': etag })).status).toBe(304);
    expect((await call({ 'accept-encoding': 'identity;q=0' })).status).toBe(406);
  },
);

it('after a change the list is packed anew, with another entity tag', async () => {
  app = await startTestApp({ sizes: { ...DATA_SIZES, packedListFromRows: 1 } });
  await app.context.products.saveProducts('pc', [...generateProducts(2)]);
  const before = await call({});
  await app.context.products.saveProducts('pc', [...generateProducts(3)].slice(2));
  const after = await call({ 'if-none-match': String(before.headers['etag']) });
  expect(after.status).toBe(200);
  expect((JSON.parse(after.body.toString()) as { products: unknown[] }).products).toHaveLength(3);
});
