import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePage } from '../testing/make-page.ts';
import { send } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { addViews } from '../catalog/products/view.repository.ts';

let folder: string;
let app: TestApp;

const HOSTILE = `</title><script>alert(1)</script>"'&<!--`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-documents-'));
  const page = await makePage(join(folder, 'page'));
  app = await startTestApp({ dataDir: folder, env: { PAGE_DIR: page, PUBLIC_URL: 'https://shop.example' } });
  const { products, blobs } = app.context;
  await products.saveProducts('pc', [
    {
      fields: {
        title: 'Lamp',
        main_category: 'Light',
        category: 'Desk',
        price: '19.9',
        link: 'https://retailer.example/lamp',
        description: '<h2>Lamp</h2><p>Warm &amp; <b>bright</b>.</p>',
      },
      images: { imagecount: 2, placeholder: 'x' },
    },
    { fields: { title: HOSTILE, main_category: 'Light', category: '</script>', description: HOSTILE } },
    {
      fields: {
        title: 'Fan',
        main_category: 'Air',
        category: 'Desk',
        price: '5',
        availability: 'NO',
        link: 'https://retailer.example/fan',
      },
    },
  ]);
  await products.saveProducts('ayz', [
    {
      fields: {
        title: 'Phone',
        main_category: 'Used',
        category: 'Phones',
        good_condition_price: '99.5',
        good_condition_available_quantity: '2',
        verygood_condition_price: '150',
        verygood_condition_available_quantity: '1',
        excellent_condition_price: '300',
      },
    },
    { fields: { title: 'Dock', main_category: 'Used', category: 'Docks' } },
  ]);
  await products.saveProducts('smart', [
    { fields: { title: 'A', main_category: 'M', category: 'C', price: '7' } },
    { fields: { title: 'B', main_category: 'M', category: 'C' } },
  ]);
  const image = sharp({ create: { width: 800, height: 600, channels: 3, background: 'red' } });
  await blobs.put('PCProducts/1/1.webp', await image.webp().toBuffer());
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => send(app.url, path, { headers });

/** Reads a page's head: title, meta tags by name, canonical address and structured data by type. */
async function readHead(path: string) {
  const html = (await get(path)).body.toString();
  const meta = Object.fromEntries(
    Array.from(html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g), ([, name, content]) => [
      name,
      content,
    ]),
  ) as Record<string, string>;
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const graph = data === undefined ? [] : (JSON.parse(data) as { '@graph': Record<string, unknown>[] })['@graph'];
  return {
    html,
    meta,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1],
    things: Object.fromEntries(graph.map((thing) => [String(thing['@type']), thing])),
  };
}

describe("a shop's address", () => {
  it('is answered with its first products in the document', async () => {
    const reply = await get('/pcshop');
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(reply.body.toString()).toContain('<ul><li>3</li><li>2</li><li>1</li></ul>');
  });

  it('[PULL8] prefetches the manifest of the shop for the data worker', async () => {
    await app.server.snapshots.build();
    const html = (await get('/pcshop?main=Light')).body.toString();
    const links = Array.from(
      html.matchAll(/<link rel="prefetch" as="fetch" crossorigin href="([^"]+)">/g),
      ([, url]) => url,
    );
    expect(links).toEqual(['/api/sync/pc/manifest']);
    const { headers, status } = await get('/api/sync/pc/manifest');
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=10']);
  });

  it('shows the list that its query names', async () => {
    expect((await get('/pcshop?main=Light&category=Desk')).body.toString()).toContain('<ul><li>1</li></ul>');
    expect((await get('/pcshop?q=FAN')).body.toString()).toContain('<ul><li>3</li></ul>');
  });

  it('has the headers of a document', async () => {
    const { headers } = await get('/pcshop');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is revalidated, and sent again after a product has changed', async () => {
    const { etag = '' } = (await get('/pcshop?product=3')).headers;
    expect((await get('/pcshop?product=3', { 'if-none-match': etag })).status).toBe(304);
    await app.context.products.saveProducts('pc', [{ id: 3, fields: { title: 'Large fan' } }]);
    const changed = await get('/pcshop?product=3', { 'if-none-match': etag });
    expect([changed.status, changed.body.toString()]).toEqual([200, expect.stringContaining('Large fan')]);
  });

  it('is answered without a body to HEAD', async () => {
    const reply = await send(app.url, '/pcshop', { method: 'HEAD' });
    expect([reply.status, reply.body.length]).toEqual([200, 0]);
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(500);
  });

  it('shows the newest list of the shop behind every product', async () => {
    await get('/pcshop?product=1');
    const write = { id: 6, fields: { title: 'Aardvark', main_category: 'Air', category: 'Desk' } };
    await app.context.products.saveProducts('pc', [write]);
    for (const id of [1, 2]) expect((await get(`/pcshop?product=${id}`)).body.toString()).toContain('<ul><li>6</li>');
    await app.context.products.deleteProducts('pc', [6]);
    expect((await get('/pcshop?product=1')).body.toString()).not.toContain('<li>6</li>');
  });

  it('follows the view counts where its order depends on them', async () => {
    const orderOf = async (path: string) => /<ul>(.*?)<\/ul>/.exec((await get(path)).body.toString())?.[1];
    expect(await orderOf('/smartshop')).toBe('<li>1</li><li>2</li><li>1</li><li>2</li>');
    expect(await orderOf('/smartshop?main=M&sort=views')).toBe('<li>1</li><li>2</li>');
    await addViews(app.context.write, 'smart', new Map([[2, 5]]));
    await app.context.states.refresh(['smart']);
    expect(await orderOf('/smartshop')).toBe('<li>2</li><li>1</li><li>1</li><li>2</li>');
    expect(await orderOf('/smartshop?main=M&sort=views')).toBe('<li>2</li><li>1</li>');
  });

  it('is compressed quickly at first, and best when it is requested again', async () => {
    await app.context.products.saveProducts(
      'default',
      Array.from({ length: 400 }, (_, index) => ({
        fields: { title: `Product number ${index * 7919}`, main_category: `Main ${index}`, category: 'C' },
      })),
    );
    const read = async () => {
      const reply = await get('/refferals', { 'accept-encoding': 'br' });
      expect(reply.headers).toMatchObject({
        'content-encoding': 'br',
        vary: 'accept-encoding, accept-language, cookie',
      });
      return { size: reply.body.length, html: brotliDecompressSync(reply.body).toString(), etag: reply.headers.etag };
    };
    const first = await read();
    await read();
    await expect.poll(async () => (await read()).size).toBeLessThan(first.size);
    expect(await read()).toMatchObject({ html: first.html, etag: first.etag });
  });

  it('is sent without products when rendering them fails', async () => {
    const reply = await get('/pcshop?q=broken');
    expect([reply.status, reply.body.toString()]).toEqual([200, expect.stringContaining('<title>Hexlime</title>')]);
  });

  it.each(['/account', '/nowhere', '/pcshop/x'])('%s stays the plain page', async (path) => {
    expect((await get(path)).body.toString()).toContain('<title>Hexlime</title>');
  });

  it.each(['/server/first-screen.js', '/server/', '/package.json'])('%s is not served', async (path) => {
    expect((await get(path)).body.toString()).not.toContain('planFirstScreen');
  });
});

describe('the head of a list', () => {
  it('names the shop and its categories', async () => {
    const { title, meta, canonical } = await readHead('/pcshop');
    expect(title).toBe('Shop pc · Test');
    expect(meta).toMatchObject({
      description: '3 products: Air, Light',
      'og:type': 'website',
      'og:site_name': 'Hexlime',
      'og:title': 'Shop pc · Test',
      'og:url': 'https://shop.example/pcshop',
      'og:image': 'https://shop.example/icons/icon-512.png',
      'og:image:width': '512',
      'og:image:height': '512',
      'twitter:card': 'summary',
    });
    expect([canonical, meta['robots']]).toEqual(['https://shop.example/pcshop', undefined]);
  });

  it('describes a category by its products', async () => {
    expect((await readHead('/pcshop?main=Light&category=Desk')).meta['description']).toBe('Desk, 1 product: Lamp');
  });

  it('has one canonical address, however it is sorted', async () => {
    const { canonical } = await readHead('/pcshop?sort=priceAsc&main=Light&category=Desk');
    expect(canonical).toBe('https://shop.example/pcshop?main=Light&amp;category=Desk');
    expect((await readHead('/pcshop?sort=priceAsc')).canonical).toBe('https://shop.example/pcshop');
  });

  it.each(['/pcshop?q=lamp', '/pcshop?main=Light&stock=1', '/pcshop?main=None', '/pcshop?main=Light&page=9'])(
    '%s is not indexed',
    async (path) => {
      const { meta, canonical, things } = await readHead(path);
      expect([meta['robots'], canonical, things]).toEqual(['noindex', undefined, {}]);
    },
  );

  it('has structured data of its path and its products', async () => {
    const { things } = await readHead('/pcshop?main=Light&category=Desk');
    expect(things['BreadcrumbList']).toMatchObject({
      itemListElement: [
        { position: 1, item: 'https://shop.example/pcshop' },
        { position: 2, name: 'Light', item: 'https://shop.example/pcshop?main=Light' },
        { position: 3, name: 'Desk', item: 'https://shop.example/pcshop?main=Light&category=Desk' },
      ],
    });
    expect(things['ItemList']).toEqual({
      '@type': 'ItemList',
      numberOfItems: 1,
      itemListElement: [{ '@type': 'ListItem', position: 1, url: 'https://shop.example/pcshop?product=1' }],
    });
  });

  it('has structured data of the search on the start page', async () => {
    expect((await readHead('/')).things['WebSite']).toMatchObject({
      url: 'https://shop.example/',
      potentialAction: { target: { urlTemplate: 'https://shop.example/?q={search_term_string}' } },
    });
  });
});

describe('the head of a product', () => {
  it('describes it with its image', async () => {
    const { title, meta, canonical, things } = await readHead('/pcshop?q=lamp&sort=views&product=1');
    expect([title, canonical]).toEqual(['Lamp · Test', 'https://shop.example/pcshop?product=1']);
    expect(meta).toMatchObject({
      description: 'Warm &amp; bright.',
      'og:type': 'product',
      'og:title': 'Lamp',
      'og:url': 'https://shop.example/pcshop?product=1',
      'og:image': 'https://shop.example/images/PCProducts/1/1.webp?v=1',
      'og:image:width': '800',
      'og:image:height': '600',
      'twitter:card': 'summary_large_image',
    });
    expect(meta['robots']).toBeUndefined();
    expect(things['Product']).toEqual({
      '@type': 'Product',
      name: 'Lamp',
      sku: '1',
      category: 'Light > Desk',
      url: 'https://shop.example/pcshop?product=1',
      description: 'Warm & bright.',
      image: [1, 2].map((number) => `https://shop.example/images/PCProducts/1/${number}.webp?v=1`),
      offers: {
        '@type': 'Offer',
        price: '19.90',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        url: 'https://shop.example/pcshop?product=1',
      },
    });
    expect(things['BreadcrumbList']).toBeDefined();
  });

  it('describes products that are sold out, or have no price or image', async () => {
    expect((await readHead('/pcshop?product=3')).things['Product']).toMatchObject({
      offers: { price: '5.00', availability: 'https://schema.org/OutOfStock' },
    });
    // A product without a link to a retailer has no offer.
    expect((await readHead('/smartshop?product=1')).things['Product']).not.toHaveProperty('offers');
    const { things, meta } = await readHead('/?product=2');
    expect(things['Product']).not.toHaveProperty('offers');
    expect(things['Product']).not.toHaveProperty('image');
    expect(meta).toMatchObject({ 'og:image': 'https://shop.example/icons/icon-512.png', 'twitter:card': 'summary' });
  });

  it('aggregates the conditions of an open-box product', async () => {
    expect((await readHead('/?product=1')).things['Product']).toMatchObject({
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '99.50',
        highPrice: '150.00',
        offerCount: 3,
        availability: 'https://schema.org/InStock',
        offers: [
          { name: 'excellent', price: '300.00', availability: 'https://schema.org/OutOfStock' },
          { name: 'Very Good', price: '150.00', availability: 'https://schema.org/InStock' },
          { name: 'good', price: '99.50', itemCondition: 'https://schema.org/UsedCondition' },
        ],
      },
    });
  });

  it('belongs to a 404 with the shop’s list until the product exists', async () => {
    const reply = await get('/pcshop?product=4');
    expect([reply.status, reply.headers.etag]).toEqual([404, undefined]);
    const { title, meta, html } = await readHead('/pcshop?product=4');
    expect([title, meta['robots']]).toEqual(['Shop pc · Test', 'noindex']);
    expect(html).toContain('<li>1</li>');
    await app.context.products.saveProducts('pc', [
      { id: 4, fields: { title: 'New', main_category: 'Air', category: 'Desk' } },
    ]);
    expect((await get('/pcshop?product=4')).status).toBe(200);
    await app.context.products.deleteProducts('pc', [4]);
    expect((await get('/pcshop?product=4')).status).toBe(404);
  });

  it('escapes hostile texts', async () => {
    const { html, title, things } = await readHead('/pcshop?product=2');
    const head = html.slice(0, html.indexOf('<body>'));
    expect(title).toBe('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;!-- · Test');
    expect(head).not.toContain('alert(1)</script>"');
    expect(head.match(/<script[ >]/g)).toHaveLength(2);
    expect(head).not.toMatch(/<script>alert|<!--(?!head)/);
    expect(things['Product']).toMatchObject({ name: HOSTILE, category: 'Light > </script>' });
  });
});

describe('a server', () => {
  it('limits the documents that it renders, and sends the plain page beyond that', async () => {
    const strict = await startTestApp({
      dataDir: await mkdtemp(join(folder, 'strict-')),
      env: { PAGE_DIR: join(folder, 'page') },
      rates: { read: { burst: 2, perSecond: 0.01 }, write: { burst: 1, perSecond: 1 } },
    });
    try {
      const isPlain = async (path: string) => (await send(strict.url, path)).body.toString().includes('>Hexlime<');
      expect(await isPlain('/pcshop')).toBe(false);
      expect(await isPlain('/pcshop?q=a')).toBe(false);
      expect(await isPlain('/pcshop?q=b')).toBe(true);
      // Cached documents are not counted; another address of the same screen is the same document.
      expect(await isPlain('/pcshop?q=a')).toBe(false);
      expect(await isPlain('/pcshop?utm_source=x')).toBe(false);
    } finally {
      await strict.stop();
    }
  });

  it('uses its own address when PUBLIC_URL is not set', async () => {
    const bare = await startTestApp({
      dataDir: await mkdtemp(join(folder, 'bare-')),
      env: { PAGE_DIR: join(folder, 'page') },
    });
    try {
      await bare.context.products.saveProducts('pc', [{ fields: { title: 'A', main_category: 'B', category: 'C' } }]);
      const reply = await send(bare.url, '/pcshop', { headers: { host: 'evil.example' } });
      expect(reply.body.toString()).toContain(`<link rel="canonical" href="${bare.server.url}/pcshop">`);
    } finally {
      await bare.stop();
    }
  });

  it.each([
    ['is missing a function', 'export const titleOf = () => "";'],
    ['is broken', 'export const = 1;'],
  ])('sends plain pages when the renderer %s', async (_what, renderer) => {
    const dataDir = await mkdtemp(join(folder, 'unusable-'));
    const unusable = await startTestApp({
      dataDir,
      env: { PAGE_DIR: await makePage(join(dataDir, 'page'), renderer) },
    });
    try {
      const reply = await send(unusable.url, '/pcshop?product=1');
      expect([reply.status, reply.body.toString()]).toEqual([200, expect.stringContaining('<title>Hexlime</title>')]);
    } finally {
      await unusable.stop();
    }
  });
});

describe('READ4: the language of a document', () => {
  const languageOf = async (headers: Record<string, string>): Promise<unknown[]> => {
    const reply = await get('/refferals', headers);
    const [, lang] = /<html lang="(\w+)">/.exec(reply.body.toString()) ?? [];
    return [lang, reply.headers['content-language'], reply.headers.vary];
  };
  const VARY = 'accept-encoding, accept-language, cookie';

  it.each([
    [{}, 'en'],
    [{ 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' }, 'ru'],
    [{ 'accept-language': 'en;q=0.5, RU;q=0.7' }, 'ru'],
    [{ 'accept-language': 'de-DE,de;q=0.9,en;q=0.8,ru;q=0.7' }, 'en'],
    [{ 'accept-language': 'ru;q=0, *' }, 'en'],
    [{ 'accept-language': ';;;,q=,,ru;q=x' }, 'ru'],
    [{ 'accept-language': 'en-GB', cookie: 'sid=a; language=ru' }, 'ru'],
    [{ 'accept-language': 'ru', cookie: 'language=en' }, 'en'],
    [{ 'accept-language': 'ru', cookie: 'language=xx; other_language=en' }, 'ru'],
    [{ 'accept-language': 'constructor,__proto__', cookie: 'language=constructor' }, 'en'],
  ])('with %o is %s', async (headers, language) => {
    expect(await languageOf(headers)).toEqual([language, language, VARY]);
    // From the cached response, too.
    expect(await languageOf(headers)).toEqual([language, language, VARY]);
  });

  it('is part of the entity tag: a client with the tag of one language gets the other in full', async () => {
    const english = await get('/refferals');
    const etag = String(english.headers.etag);
    expect((await get('/refferals', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/refferals', { 'if-none-match': etag, 'accept-language': 'ru' })).status).toBe(200);
  });
});
