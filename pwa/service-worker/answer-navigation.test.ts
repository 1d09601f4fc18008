import { beforeEach, expect, test } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { FIRST_SCREEN_CACHE, firstScreenUrl, LAST_LIST_CACHE, lastListUrl } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { inLanguage, planFirstScreen, renderDocument } from '../first-screen/render.tsx';
import { answerNavigation } from './answer-navigation.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const TEMPLATE =
  '<html lang="en"><!--head--><title>x</title><!--/head--><link rel="modulepreload" href="/assets/ui-1.js">' +
  '<link rel="modulepreload" href="/assets/sync-worker-1.js" fetchpriority="low" data-first-visit><div id="root"><!--first-screen--></div><!--first-data-->';
const POLICY = "default-src 'none'";

let memory: MemoryCaches;
let language: string;
let shop: ShopSettings;
beforeEach(() => {
  memory = new MemoryCaches();
  language = 'en';
  shop = {};
});

const cardOf = (title: string): WireCard =>
  ({
    id: 1,
    seq: 1,
    title,
    main_category: 'A',
    category: 'B',
    imagecount: 0,
    image_version: 0,
    placeholder: '',
    price_cents: 100,
    typical_price_cents: 0,
    rate: 1,
    availability: 'YES',
    link: '',
    view_count: 0,
  }) as WireCard;

async function keepScreen(screen: FirstScreen): Promise<void> {
  const cache = await memory.open(FIRST_SCREEN_CACHE);
  await cache.put(firstScreenUrl(screen.shop, screen.state), new Response(JSON.stringify(screen)));
}

const SORTED = { ...EMPTY_BROWSE_STATE, mainCategory: 'A', page: 1 };

async function navigate(address: string): Promise<{ html: string; response: Response }> {
  const response = await answerNavigation(new URL(address, 'https://shop.test'), {
    caches: memory as unknown as CacheStorage,
    planFirstScreen,
    renderDocument,
    inLanguage,
    readLanguage: async () => language,
    readNotedShop: async () => shop,
    loadTemplate: async () =>
      new Response(TEMPLATE, { headers: { 'content-security-policy': POLICY, 'content-encoding': 'br', etag: '"1"' } }),
  });
  return { html: await response.text(), response };
}

test('a list that was shown before is answered with its cards and the headers of the document', async () => {
  await keepScreen({ shop: 'pc', state: SORTED, productId: null, page: { total: 1, cards: [cardOf('Lamp one')] } });
  const { html, response } = await navigate('/pcshop?main=A');
  expect(html).toContain('Lamp one');
  expect(html).toContain('<title>A · Hexlime</title>');
  expect(response.headers.get('content-security-policy')).toBe(POLICY);
  expect(response.headers.get('content-encoding')).toBeNull();
});

test('a document from the device does not preload the data worker, whose script the device has', async () => {
  const { html } = await navigate('/pcshop?main=A');
  expect([...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, file]) => file)).toEqual(['/assets/ui-1.js']);
});

test('a list that was not shown before is answered with skeletons, never with cards of another list', async () => {
  await keepScreen({ shop: 'pc', state: SORTED, productId: null, page: { total: 1, cards: [cardOf('Lamp one')] } });
  const { html } = await navigate('/pcshop?main=A&page=2');
  expect(html).not.toContain('Lamp one');
  expect(html).toContain('Loading products…');
});

test('a bare URL opens the list that was viewed last; a list in the URL wins', async () => {
  await keepScreen({ shop: 'pc', state: SORTED, productId: null, page: { total: 1, cards: [cardOf('Lamp one')] } });
  const cache = await memory.open(LAST_LIST_CACHE);
  await cache.put(lastListUrl('pc'), new Response('main=A'));
  expect((await navigate('/pcshop')).html).toContain('Lamp one');
  expect((await navigate('/pcshop?product=5')).html).toContain('"productId":5');
  expect((await navigate('/pcshop?q=zz')).html).not.toContain('Lamp one');
  expect((await navigate('/smartshop')).html).not.toContain('Lamp one');
});

test('a URL that is no screen is answered with the document, titled with the name of the shop', async () => {
  shop = { name: 'Lamps & Co' };
  expect((await navigate('/nowhere')).html).toBe(TEMPLATE.replace('<title>x<', '<title>Lamps &amp; Co<'));
});

test('the document is in the language of the device', async () => {
  language = 'ru';
  const { html } = await navigate('/pcshop?main=A');
  expect(html).toContain('<html lang="ru">');
  expect(html).toContain('Загрузка товаров…');
  language = 'en';
  expect((await navigate('/pcshop?main=A')).html).toContain('Loading products…');
});
