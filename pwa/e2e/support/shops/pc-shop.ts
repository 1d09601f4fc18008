import { afterEach, beforeEach, expect } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogPage } from '#sync/api/engine-api.ts';
import type { WriteResult } from '#api/catalog/products/product-writes.service.ts';
import { DATA_SIZES } from '#api/data-sizes.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { createDevice } from '../device.ts';
import type { Device, Tab } from '../device.ts';

/** Times that make a snapshot follow changes almost at once. */
export const SNAPSHOT_TIMES = { settleMs: 20, quietMs: 200, longestBurstMs: 1_000 };

/** A server and a device for each test of a file, with operations of the PC shop. */
export interface PcShop {
  /** The running server. A test may assign another one, which is then stopped after the test. */
  app: TestApp;
  readonly device: Device;
  /** Adds or changes `count` products with consecutive ids, beginning with `from`. */
  save(from: number, count: number, more?: object): Promise<WriteResult[]>;
  /** Waits until the server's newest snapshot has a number of products. */
  snapshotReady(rows: number): Promise<void>;
  askServer(shop: ShopKey, state: BrowseState): Promise<CatalogPage>;
  /** Expects the device to show the same lists as the server, in the same order, and every fifth product with the same fields. */
  expectInSync(tab: Tab, shop: ShopKey): Promise<void>;
  /** Waits until a pull that started after this call has succeeded. */
  pullAgain(tab: Tab, shop: ShopKey): Promise<void>;
}

/** @param sizes of what devices are sent, for the server */
export function usePcShop(sizes = DATA_SIZES): PcShop {
  let app: TestApp;
  let device: Device;
  beforeEach(async () => {
    app = await startTestApp({ snapshotTimes: SNAPSHOT_TIMES, sizes });
    device = createDevice(app.url);
  });
  afterEach(async () => {
    device.closeAll();
    await app.stop();
  });

  const askServer = async (shop: ShopKey, state: BrowseState): Promise<CatalogPage> => {
    const query = new URLSearchParams({ search: state.search, page: String(state.page) });
    if (state.mainCategory !== null) query.set('mainCategory', state.mainCategory);
    if (state.sort !== null) query.set('sort', state.sort);
    return (await fetch(`${app.url}/api/sync/${shop}/browse?${query}`)).json() as Promise<CatalogPage>;
  };

  return {
    get app() {
      return app;
    },
    set app(next) {
      app = next;
    },
    get device() {
      return device;
    },
    askServer,

    save: (from, count, more = {}) =>
      app.context.products.saveProducts(
        'pc',
        Array.from({ length: count }, (_, place) => ({
          id: from + place,
          fields: { ...fieldsOf(from + place), ...more },
        })),
      ),

    async snapshotReady(rows) {
      for (;;) {
        const reply = await fetch(`${app.url}/api/sync/pc/manifest`);
        if (reply.ok && ((await reply.json()) as { rows: number }).rows === rows) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },

    async expectInSync(tab, shop) {
      const states: BrowseState[] = [
        EMPTY_BROWSE_STATE,
        { ...EMPTY_BROWSE_STATE, sort: 'priceAsc' },
        { ...EMPTY_BROWSE_STATE, sort: 'views' },
        { ...EMPTY_BROWSE_STATE, mainCategory: 'Cooling', search: 'İ' },
      ];
      for (const state of states) {
        const remote = await listAll((page) => askServer(shop, page), state);
        // The device receives the links of products after their cards.
        await expect.poll(() => listAll((page) => tab.engine.catalog.browse(shop, page), state)).toEqual(remote);
      }
      const cards = (await listAll((page) => tab.engine.catalog.browse(shop, page), EMPTY_BROWSE_STATE)) as {
        id: number;
      }[];
      for (const { id } of cards.filter((_card, place) => place % 5 === 0)) {
        const reply = await fetch(`${app.url}/api/products/${id}?shop=${shop}`);
        expect(await tab.engine.catalog.product(shop, id)).toEqual(await reply.json());
      }
    },

    async pullAgain(tab, shop) {
      // A pull in flight may predate the last change; the next one does not.
      for (let pull = 0; pull < 2; pull++) {
        const askedAtMs = Date.now();
        await tab.engine.refresh();
        await tab.waitFor(
          shop,
          (status) => !status.isPulling && status.problem === null && (status.lastPulledAtMs ?? 0) > askedAtMs,
          'the pull to end',
        );
      }
    },
  };
}

const fieldsOf = (number: number): object => ({
  title: `Part ${number} ${['corsair', 'İstanbul', 'straße', 'µ™'][number % 4]}`,
  main_category: ['Components', 'Cooling'][number % 2],
  category: ['Memory', 'Fan', 'Case'][number % 3],
  price: String(number % 7),
  description: `<h2>Part ${number}</h2><p>text</p>`,
  link: `https://example.com/?q=${encodeURIComponent(`Part ${number}`)}`,
});

/** Lists all cards of a browse state, over all pages; a tab must serve them from the device. */
async function listAll(read: (state: BrowseState) => Promise<CatalogPage>, state: BrowseState): Promise<unknown[]> {
  const cards: unknown[] = [];
  for (let page = 1; ; page++) {
    const answer = await read({ ...state, page });
    if (answer.source !== undefined) expect(answer.source).toBe('device');
    cards.push(...answer.cards);
    if (answer.cards.length === 0) {
      expect(cards.length).toBe(answer.total);
      return cards;
    }
  }
}

/** Returns a fetch that lets a test change replies by path. */
export function breakReplies(change: (path: string, reply: Response) => Promise<Response> | Response): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    return change(url.pathname, await fetch(input, init));
  };
}
