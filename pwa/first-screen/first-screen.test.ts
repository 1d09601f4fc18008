import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { toFirstOverview } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import type { Product } from '#contract/products/product.ts';
import { getShop, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate, sampleOpenBox } from '#contract/testing/sample-products.ts';
import * as states from '#pwa/messages/en/states.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { inLanguage } from '#pwa/messages/localized.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { App } from '../app/app.tsx';
import { addressOf, isStartScreen, planFirstScreen, renderDocument, titleOf } from './render.tsx';

/** A page whose worker has not answered yet. */
const silentSync: Sync = {
  engine: {} as Sync['engine'],
  account: {} as Sync['account'],
  hasFailed: () => false,
  findStatus: () => undefined,
  onStatus: () => () => undefined,
  onCatalogChange: () => () => undefined,
  openShop: () => undefined,
};

const HOSTILE = `</script><img src=x onerror=alert(1)> "quoted" 'single' & <b>bold</b> <!-- שלום ${'long '.repeat(40)}`;

function makeCards(shop: ShopKey, count: number): WireCard[] {
  const { offer } = getShop(shop);
  const sample = (offer === 'affiliate' ? sampleAffiliate : sampleOpenBox) as (
    fields: Partial<Product> & { id: number },
  ) => Product;
  return Array.from({ length: count }, (_, place) => {
    const product = sample({
      id: place + 1,
      title: place === 0 ? HOSTILE : `Lamp ${place}`,
      imagecount: place === 1 ? 0 : 2,
      ...(offer === 'affiliate' && {
        price: place === 2 || place === 6 ? '0' : '12.5',
        availability: place === 3 ? 'NO' : 'YES',
        link: place >= 5 && place <= 6 ? '' : `https://retailer.example/${place}`,
      }),
    });
    const card = { ...toCard(offer, product), view_count: 3 } as WireCard;
    // The device does not know the links of all products yet.
    if (place === 4 && 'link' in card) delete card.link;
    return card;
  });
}

/** The first screen of an address, as server and service worker put it together. */
function screenOf(address: string): FirstScreen {
  const url = new URL(address, 'http://shop.test');
  const plan = planFirstScreen(url.pathname, url.search);
  if (!plan) throw new Error(`${address} is not a shop`);
  const cards = makeCards(plan.shop, 25);
  if (!isStartScreen(plan.state)) return { ...plan, page: { total: 60, cards } };
  const rows = ['Lighting', 'Parts & more', 'Third'].map((mainCategory) => ({ mainCategory, total: 25, cards }));
  const top = getShop(plan.shop).hasTopStrip ? cards : [];
  return { ...plan, overview: toFirstOverview({ total: 75, top, rows }) };
}

const TEMPLATE = '<!--head--><title>x</title><!--/head--><div id="root"><!--first-screen--></div><!--first-data-->';

function drawByPage(address: string, first: FirstScreen | undefined): string {
  const url = new URL(address, 'http://shop.test');
  vi.stubGlobal('location', { pathname: url.pathname, search: url.search });
  return renderToString(createElement(App, { sync: silentSync, first }));
}

const drawBeforehand = (screen: FirstScreen): string => {
  const document = renderDocument(TEMPLATE, screen);
  return document.slice(document.indexOf('<div id="root">') + 15, document.indexOf('</div><script'));
};

/** Returns the tags without the preloads that React adds. Attributes are sorted and their names in lower case, since HTML ignores both. */
const readTags = (html: string): string[] =>
  html
    .replaceAll(/<link [^>]*rel="preload"[^>]*>/g, '')
    .split(/(?=<)/)
    .map((tag) => {
      const attributes = tag.match(/ [\w-:]+="[^"]*"/g) ?? [];
      const sorted = attributes.map((text) => text.replace(/^[^=]+/, (name) => name.toLowerCase())).sort();
      return tag.replace(/^(<[\w-]+)(?: [\w-:]+="[^"]*")+/, (_, start: string) => start + sorted.join(''));
    });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the HTML before any script equals what the page renders first', () => {
  const queries = ['', '?main=Lighting&page=2', '?q=lamp', '?sort=views', '?product=3', '?stock=1&from=5', '?page=7'];
  const addresses = SHOP_KEYS.flatMap((key) => queries.map((query) => getShop(key).path + query));

  test.each(addresses)('%s', (address) => {
    const screen = screenOf(address);
    expect(readTags(drawBeforehand(screen))).toEqual(readTags(drawByPage(address, screen)));
  });

  test.each(addresses)('%s without stored products', (address) => {
    const { overview: _overview, page: _page, ...plan } = screenOf(address);
    expect(readTags(drawBeforehand(plan))).toEqual(readTags(drawByPage(address, undefined)));
  });

  test('[CAT5] the offer of a product whose link is not known yet leads to the product itself', () => {
    const offers = (id: number): string[] =>
      readTags(drawBeforehand(screenOf('/pcshop?main=Lighting'))).filter(
        (tag) => tag.startsWith('<a ') && tag.includes(`/pcshop?product=${id}"`),
      );
    // Links to the product: only the card, or the card and its offer.
    expect([offers(4).length, offers(5).length, offers(6).length]).toEqual([1, 2, 1]);
    expect(offers(5)[1]).not.toContain('_blank');
  });

  test('a product without a link names no retailer, with or without a price', () => {
    const cards = drawBeforehand(screenOf('/pcshop?main=Lighting')).split('<article').slice(1);
    const { buy, noAffiliatePrice, notSold, noPrice } = messages.product;
    const says = (id: number): string[] =>
      [buy, noAffiliatePrice, notSold, noPrice, '$12.50'].filter((text) => cards[id - 1]?.includes(text));
    expect([says(2), says(3), says(6), says(7)]).toEqual([
      [buy, '$12.50'],
      [buy, noAffiliatePrice],
      [notSold, '$12.50'],
      [notSold, noPrice],
    ]);
  });

  test('an empty shop and a search without results are the same in both', () => {
    const start = planFirstScreen('/pcshop', '');
    const search = planFirstScreen('/pcshop', 'q=zz');
    if (!start || !search) throw new Error('the PC shop is gone');
    const empty = { ...start, overview: { total: 0, top: [], rows: [] } };
    const nothing = { ...search, page: { total: 0, cards: [] } };
    expect(readTags(drawBeforehand(empty))).toEqual(readTags(drawByPage('/pcshop', empty)));
    expect(readTags(drawBeforehand(nothing))).toEqual(readTags(drawByPage('/pcshop?q=zz', nothing)));
  });
});

test('a hostile title stays text, in the cards and in the data', () => {
  const document = renderDocument(TEMPLATE, screenOf('/pcshop'));
  expect(document).not.toContain('<img src=x');
  expect(document.match(/<script/g)).toHaveLength(1);
  const data = document.slice(document.indexOf('id="first-screen">') + 18, document.lastIndexOf('</script>'));
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual({ ...screenOf('/pcshop'), year: new Date().getFullYear() });
});

test('the title names the screen; a given head replaces it', () => {
  expect(titleOf(screenOf('/'))).toBe('Open Box Store · Hexlime');
  expect(titleOf(screenOf('/pcshop?main=A'))).toBe('A · Hexlime');
  const [product] = makeCards('pc', 1);
  if (!product) throw new Error('no sample');
  expect(titleOf({ ...screenOf('/pcshop?product=1'), product: { ...product, title: 'Lamp' } })).toBe('Lamp · Hexlime');
  expect(renderDocument(TEMPLATE, screenOf('/'))).toContain('<title>Open Box Store · Hexlime</title>');
  expect(renderDocument(TEMPLATE, screenOf('/'), '<title>$& own</title>')).toContain('<title>$& own</title>');
});

test('a plan has one canonical URL', () => {
  const addressAgain = (address: string): string => {
    const url = new URL(address, 'http://shop.test');
    const plan = planFirstScreen(url.pathname, url.search);
    return plan ? addressOf(plan) : '';
  };
  expect(addressAgain('/pcshop/?utm_source=x&page=1&main=A%20B&product=7')).toBe('/pcshop?main=A+B&product=7');
  expect(addressAgain('/?product=x')).toBe('/');
});

test('a URL that belongs to no shop has no first screen', () => {
  expect(planFirstScreen('/nowhere', '')).toBeUndefined();
  expect(planFirstScreen('/account', '')).toBeUndefined();
});

test('a document of last year is hydrated unchanged', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-12-31T12:00:00') });
  const screen = screenOf('/pcshop');
  const document = renderDocument(TEMPLATE, screen);
  const drawn = drawBeforehand(screen);
  vi.setSystemTime(new Date('2031-01-02T12:00:00'));
  const [, data = ''] = /id="first-screen">(.*)<\/script>/.exec(document) ?? [];
  expect(drawn).toContain('2030');
  expect(readTags(drawByPage('/pcshop', JSON.parse(data) as FirstScreen))).toEqual(readTags(drawn));
});

/** Returns the texts of a made-up third language: every English text in brackets. */
const inBrackets = (texts: unknown): unknown => {
  if (typeof texts === 'string') return `⟦${texts}⟧`;
  if (typeof texts === 'function') return (...values: unknown[]) => `⟦${String(texts(...values))}⟧`;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, inBrackets(value)]));
};

test.each(['/pcshop', '/', '/refferals?q=lamp', '/smartshop?main=Lighting&page=2', '/pcshop?q=zz'])(
  'a third language needs texts only: no word of %s is written in code',
  (address) => {
    const pseudo = inBrackets({ messages, ...states }) as Record<string, object>;
    const screen = address.endsWith('zz') ? { ...screenOf(address), page: { total: 0, cards: [] } } : screenOf(address);
    const html = inLanguage('xx', pseudo, () => {
      const document = renderDocument(`<html lang="en">${TEMPLATE}`, screen);
      expect(document).toContain('<html lang="xx">');
      expect(readTags(drawBeforehand(screen))).toEqual(readTags(drawByPage(address, screen)));
      return drawBeforehand(screen);
    });
    const labels = Array.from(html.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g), ([, label]) => label);
    const texts = html.replaceAll(/<!--.*?-->/g, '').split(/<[^>]*>/);
    // Products, categories and the shop's name are data.
    const isData = /^(?:(?:: )?Lamp(?: \d+)?|Lighting|Parts &amp; more|Third|Hexlime|.*onerror.*)$/s;
    const bare = [...texts, ...labels].filter(
      (text = '') => /[A-Za-z]{2,}/.test(text.replaceAll(/⟦.*⟧/gs, '')) && !isData.test(text),
    );
    expect(html).toContain('⟦');
    expect(bare).toEqual([]);
  },
);
