import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPageApp } from '../testing/apps/page-app.ts';
import type { PageApp } from '../testing/apps/page-app.ts';
import { send } from '../testing/clients/send.ts';

let app: PageApp;
const get = (path: string, headers: Record<string, string> = {}) => send(app.url, path, { headers });

beforeAll(async () => {
  app = await startPageApp();
});
afterAll(() => app.stop());

describe('images', () => {
  it('are immutable with their version, short-lived without one, and harmless as a document', async () => {
    const reply = await get('/images/PCProducts/1/1.webp?v=0');
    expect([reply.status, reply.body.toString()]).toEqual([200, 'picture']);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const plain = await get('/images/PCProducts/1/preview/1.webp');
    expect([plain.body.toString(), plain.headers['cache-control']]).toEqual(['preview', 'public, max-age=300']);
    expect(
      (await get('/images/PCProducts/1/preview/1.webp', { 'if-none-match': plain.headers.etag ?? '' })).status,
    ).toBe(304);
    expect((await get('/images/PCProducts/1/2.webp')).status).toBe(404);
  });

  it('[IMG2] are revalidated under every version but the current one, so that no cache keeps a wrong image', async () => {
    const policies = async (...versions: readonly unknown[]) =>
      Promise.all(
        versions.map(async (version) => {
          const { status, headers } = await get(`/images/PCProducts/1/1.webp?v=${version}`);
          return [status, headers['cache-control']];
        }),
      );
    const immutable = [200, 'public, max-age=31536000, immutable'];
    const revalidated = [200, 'public, no-cache'];
    // A stranger requests the next version in advance: if it were immutable, shared caches would show the old image under it for a year.
    expect(await policies(0, 1, 2, 'x', '')).toEqual([
      immutable,
      revalidated,
      revalidated,
      [200, 'public, max-age=300'],
      [200, 'public, max-age=300'],
    ]);
    const images = { imagecount: 1, placeholder: 'x' };
    await app.context.products.saveProducts('pc', [{ id: 1, fields: {}, images }]);
    expect(await policies(0, 1, 2)).toEqual([revalidated, immutable, revalidated]);
    const { headers } = await get('/images/PCProducts/1/1.webp?v=2');
    const again = await get('/images/PCProducts/1/1.webp?v=2', { 'if-none-match': headers.etag ?? '' });
    expect(again.status).toBe(304);
    await app.context.products.deleteProducts('pc', [1]);
    expect(await policies(0, 1, 2)).toEqual([revalidated, revalidated, revalidated]);
  });

  it.each(['0.83', '0,83', '0e3', '00', '01', '+0', '-0', '%200', '0x0', '9007199254740993', '1&v=0.5'])(
    'are those of the current product where ?v=%s is none of its versions',
    async (version) => {
      // The id is reused: no earlier version belongs to the new product.
      const { products } = app.context;
      const fields = { title: 'New fan', main_category: 'Air', category: 'Desk' };
      await products.deleteProducts('pc', [2]);
      await products.saveProducts('pc', [{ id: 2, fields }]);
      await app.context.blobs.put('PCProducts/2/1.webp', Buffer.from('new'));
      const known = await get('/images/PCProducts/2/1.webp');
      const reply = await get(`/images/PCProducts/2/1.webp?v=${version}`);
      expect([reply.status, reply.headers['cache-control'], reply.body.toString()]).toEqual([
        200,
        version.startsWith('1&') ? 'public, no-cache' : 'public, max-age=300',
        known.body.toString(),
      ]);
    },
  );

  it('are served from the file without a width in its name when the requested width does not exist', async () => {
    await app.context.blobs.put('PCProducts/2/preview/1.webp', Buffer.from('preview'));
    await app.context.blobs.put('PCProducts/2/preview/1-800.webp', Buffer.from('wide preview'));
    await app.context.blobs.put('PCProducts/2/3.webp', Buffer.from('picture'));
    const bodies = ['preview/1-200', 'preview/1-800', '3-800', '3-200', '4-800'].map(async (name) => {
      const reply = await get(`/images/PCProducts/2/${name}.webp?v=1`);
      return reply.status === 200 ? reply.body.toString() : reply.status;
    });
    expect(await Promise.all(bodies)).toEqual(['preview', 'wide preview', 'picture', 404, 404]);
  });

  it('are also served by name, and then revalidated by browsers each time', async () => {
    await app.context.blobs.put('PCProducts/3/2.webp', Buffer.from('picture'));
    const reply = await get('/api/images/PCProducts/3/2.webp');
    expect([reply.status, reply.body.toString()]).toEqual([200, 'picture']);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect((await get('/api/images/PCProducts/3/2.webp', { 'if-none-match': reply.headers.etag ?? '' })).status).toBe(
      304,
    );
    expect((await get('/api/images/Products/3/2.webp')).status).toBe(404);
    const put = await send(app.url, '/api/images/PCProducts/3/2.webp', { method: 'PUT' });
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it.each(
    [
      '../secret.txt',
      '%2e%2e%2fsecret.txt',
      '..%2f..%2fsecret.txt',
      'PCProducts/../../hexlime.sqlite',
      'PCProducts/1/../1/1.webp',
      'PCProducts/1/%2e%2e/1/1.webp',
      String.raw`PCProducts\1\1.webp`,
      'PCProducts%5c1%5c1.webp',
      'PCProducts/1/1.webp%00',
      'PCProducts/1/1.webp/',
      'PCProducts//1/1.webp',
      '/etc/passwd',
      'PCProducts/1/.webp',
      'PCProducts/1/1.webp.webp',
      'Pictures/pone/1.webp',
      'Editor/pone.webp',
      'editor/../1.webp',
      'editor/%2e%2e%2f1.webp',
      'ChatPhotos/a/p1.webp',
      '',
    ].flatMap((path) => [`/images/${path}`, `/api/images/${path}`]),
  )('are not found at %s', async (path) => {
    await app.context.blobs.put('Pictures/pone/1.webp', Buffer.from('picture'));
    await app.context.blobs.put('Editor/pone.webp', Buffer.from('picture'));
    expect((await get(path)).status).toBe(404);
  });
});
