import './disks/synchronous-native-calls.ts';
import { describe, expect, it } from 'vitest';
import { createDemoCredential } from '#contract/http/demo-identity.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { TOMBSTONE_DAYS } from '#contract/limits.ts';
import type { PurchaseInput } from '#sync/api/account-api.ts';
import { checkStock } from './invariants/order-invariants.ts';
import { withWorld } from './with-world.ts';
import type { Call, Reply } from '#api/testing/clients/in-process-request.ts';
import type { SimDevice, SimTab } from './world/sim-device.ts';
import { PRICE, PRODUCT_IDS } from './world/world-template.ts';
import type { World } from './world/world.ts';

/** Password hashing is slow by design, and a scenario may wait for its turn. */
const SLOW = { timeout: 120_000 };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

function firstOf(world: World, place = 0): { device: SimDevice; tab: SimTab } {
  const device = world.devices[place];
  const tab = device?.tabs[0];
  if (!device || !tab) throw new Error('The world has no such device');
  return { device, tab };
}

async function titlesOn(tab: SimTab): Promise<string[]> {
  const cards = await tab.engine.catalog.cards('ayz', [...PRODUCT_IDS]);
  return cards.map(({ title }) => title);
}

const save = (world: World, id: number, title: string): Promise<unknown> =>
  world.still.finish(
    world.server.context.products.saveProducts('ayz', [
      { id, fields: { title, main_category: 'Phones', category: 'Used' } },
    ]),
  );

const remove = (world: World, id: number): Promise<unknown> =>
  world.still.finish(world.server.context.products.deleteProducts('ayz', [id]));

const add = (product_id: number) =>
  ({ name: 'addCartItem', args: { product_id, condition: 'good', quantity: 1, price_seen: PRICE } }) as const;

const purchaseOf = (google_id: string): PurchaseInput => ({
  google_id,
  product_id: 1,
  condition: 'good',
  store: '',
  quantity: 1,
  total_amount: Number(PRICE),
  email: 'alice@example.com',
  address: 'Lime Street 1',
  postal_code: '12345',
  city: 'Limetown',
  state_prov: 'CA',
  contact_name: 'Alice',
  phone: '+1 555 0100',
});

async function ask(world: World, path: string, body: unknown): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const call: Call = { method: 'POST', path, headers, body: JSON.stringify(body) };
  const reply = await world.still.finish(world.server.handle(call, '10.1.1.1'));
  if (!reply) throw new Error('The server has died');
  return reply;
}

const readJson = <T>({ body }: Reply): T => JSON.parse(body.toString()) as T;

describe('the clock of a device', () => {
  it.each([10, -10])('[fault 21] that is %i years wrong changes no price, time or order', SLOW, async (years) => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      device.skewMs = years * YEAR_MS;

      const user = { sub: 'demo-alice', name: 'Alice', email: 'alice@demo.invalid' };
      const { credential } = readJson<{ credential: string }>(await ask(world, createDemoCredential.path, user));
      expect(await world.still.finish(tab.engine.account.signIn(credential))).toMatchObject({ ok: true });

      await save(world, 1, 'Another title');
      await tab.data.enqueue(add(1));
      await world.still.advance(1_000);
      expect(await titlesOn(tab)).toContain('Another title');
      expect(await tab.data.cart()).toMatchObject([{ product_id: 1, price: PRICE, isWaiting: false }]);

      const before = world.still.now();
      const bought = await world.still.finish(tab.engine.account.createPurchase(purchaseOf(user.sub)));
      await world.still.advance(1_000);
      const [order] = await tab.data.orders();
      expect(bought).toMatchObject({ ok: true, value: { order: { id: order?.id } } });
      const orderedAt = Date.parse(order?.created_at ?? '');
      expect(orderedAt).toBeGreaterThanOrEqual(before);
      expect(orderedAt).toBeLessThan(world.still.now());
      const [{ updated_at } = { updated_at: 0 }] = world.rows<{ updated_at: number }>(
        'select updated_at from product where id = 1',
      );
      expect(Math.abs(updated_at - world.still.now())).toBeLessThan(MINUTE_MS);

      // The lockout is sent in seconds, so that a device's clock does not matter.
      const attempts = await Promise.all(
        Array.from({ length: 6 }, () => ask(world, '/api/login', { password: 'not this one' })),
      );
      const locked = attempts.map((reply) => readJson<{ retryAfter?: number }>(reply).retryAfter).find(Boolean);
      expect(locked).toBeGreaterThan(0);
      expect(locked).toBeLessThanOrEqual(HOUR_MS / 1_000);
    });
  });
});

describe('the clock of the server', () => {
  it('[fault 22] that stops or goes back between two edits hides neither from a device', async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { tab } = firstOf(world);
      await save(world, 1, 'First');
      await save(world, 2, 'At the same moment');
      await world.still.advance(1_000);
      expect(await titlesOn(tab)).toEqual(expect.arrayContaining(['First', 'At the same moment']));

      world.server.skewMs = -HOUR_MS;
      await save(world, 3, 'An hour ago');
      await save(world, 1, 'Again');
      await world.still.advance(1_000);
      expect(await titlesOn(tab)).toEqual(expect.arrayContaining(['Again', 'At the same moment', 'An hour ago']));
    });
  });
});

describe('a cache between device and server', () => {
  it('[fault 40] that serves older lists never sets back the device, which converges once the cache is gone', async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      const kept = new Map<string, Reply>();
      device.line.tamper = ({ path }, reply) => {
        if (!path.startsWith('/api/sync/ayz/')) return reply;
        const known = kept.get(path) ?? reply;
        kept.set(path, known);
        return known;
      };
      const cursors = [device.readShop()?.cursor ?? 0];
      for (const title of ['First', 'Second', 'Third']) {
        await tab.engine.refresh();
        await world.still.advance(500);
        await save(world, 1, title);
        await world.still.advance(1_000);
        cursors.push(device.readShop()?.cursor ?? 0);
      }
      expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
      device.line.tamper = undefined;
      await tab.engine.refresh();
      await world.still.advance(2_000);
      expect(await titlesOn(tab)).toContain('Third');
    });
  });

  it('[fault 40] that drops a row is detected by the checksum, and the shop is fetched again', async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      const asked: string[] = [];
      let swallowed = 0;
      device.line.tamper = ({ path }, reply) => {
        asked.push(path.split('?', 1)[0] ?? '');
        if (!path.startsWith('/api/sync/ayz/changes') || swallowed > 0) return reply;
        const { products, ...page } = readJson<{ products?: unknown[] }>(reply);
        swallowed += products?.length ?? 0;
        return { ...reply, body: Buffer.from(JSON.stringify(page)) };
      };
      await save(world, 1, 'Swallowed');
      await world.still.advance(2_000);
      expect(swallowed).toBe(1);
      expect(asked).toContain('/api/sync/ayz/manifest');
      expect(await titlesOn(tab)).toContain('Swallowed');
    });
  });
});

describe('a product that was deleted while a device was offline', () => {
  it.each([
    ['60 days is removed by its tombstone', 60],
    [`${TOMBSTONE_DAYS + 10} days is removed by a new start`, TOMBSTONE_DAYS + 10],
  ])('[fault 41] for %s, and pending operations are sent', async (_how, days) => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      device.line.set({ isUp: false });
      await tab.data.enqueue(add(2));
      await remove(world, 1);
      await world.still.finish(world.server.running.snapshots.build(['ayz']));
      device.crash();

      const waitMs = days * DAY_MS;
      world.server.skewMs += waitMs;
      device.skewMs += waitMs;
      await world.server.stop();
      await world.server.start();
      // Tombstones are purged hourly.
      await world.still.advance(HOUR_MS + MINUTE_MS);
      const tombstones = world.rows("select id from tombstone where shop = 'ayz'");
      expect(tombstones).toHaveLength(days > TOMBSTONE_DAYS ? 0 : 1);

      device.line.set({ isUp: true });
      const opened = await world.still.finish(device.openTab());
      await world.still.advance(3_000);
      expect(await titlesOn(opened)).toEqual(['Phone 2', 'Phone 3', 'Phone 4', 'Phone 5', 'Phone 6']);

      // The session has ended; pending operations wait for the next one.
      const user = { sub: 'demo-alice', name: 'Alice', email: 'alice@demo.invalid' };
      const { credential } = readJson<{ credential: string }>(await ask(world, createDemoCredential.path, user));
      expect(await world.still.finish(opened.engine.account.signIn(credential))).toMatchObject({ ok: true });
      await world.still.advance(3_000);
      expect(await opened.data.cart()).toMatchObject([{ product_id: 2, isWaiting: false }]);
      expect(world.rows('select product_id from cart_line')).toEqual([{ product_id: 2 }]);
    });
  });
});

describe('a product that was replaced under its id while a device was offline', () => {
  it('[LIFE1] [STOCK4] leaves orders, carts and chats of the device with the earlier one', SLOW, async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      const sub = device.sub ?? '';
      const seen = (await tab.engine.catalog.cards('ayz', [1]))[0]?.life;
      await tab.data.enqueue(add(2));
      const bought = world.still.finish(tab.engine.account.createPurchase(purchaseOf(sub)));
      expect(await bought).toMatchObject({ ok: true });
      await world.still.advance(2_000);

      device.line.set({ isUp: false });
      await tab.data.enqueue({ name: 'addCartItem', args: { ...add(1).args, life: seen } });
      const about = { product_id: 1, life: seen, title: 'Phone 1', preview: '', placeholder: '', buyer_name: 'Alice' };
      const chatId = await tab.data.chats.start(about);
      await remove(world, 1);
      const fields = { main_category: 'Chairs', category: 'Used', good_condition_price: PRICE };
      const chair = { id: 1, fields: { ...fields, title: 'Chair', good_condition_available_quantity: '1' } };
      await world.still.finish(world.server.context.products.saveProducts('ayz', [chair]));
      device.line.set({ isUp: true });
      await world.still.advance(45 * MINUTE_MS);

      const [card] = await tab.engine.catalog.cards('ayz', [1]);
      expect(card).toMatchObject({ title: 'Chair', good_quantity: 1 });
      expect(card?.life).toBeGreaterThan(seen ?? Infinity);
      expect((await tab.data.cart()).map(({ product_id }) => product_id)).toEqual([2]);
      expect((await tab.data.outbox()).map(({ mutation, rejection }) => [mutation.name, rejection?.code])).toEqual([
        ['addCartItem', 'not-found'],
      ]);
      // The buyer has ordered the earlier product, and may ask about it.
      expect(world.rows('select id, life from chat')).toEqual([{ id: chatId, life: seen }]);
      expect(await tab.data.chats.start({ ...about, life: card?.life, title: 'Chair' })).not.toBe(chatId);
      expect(world.rows('select status, stock_state, life from purchase')).toEqual([
        { status: 'expired', stock_state: 'free', life: seen },
      ]);
      checkStock(world);
    });
  });
});

describe('a full device', () => {
  it('[CAT11] drops cached images to make room for the results of operations, too', SLOW, async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      let drops = 0;
      device.dropImages = () => {
        drops += 1;
        device.storage.setSpace(Number.POSITIVE_INFINITY);
        return true;
      };
      await tab.data.enqueue(add(1));
      device.storage.setSpace(0);
      await world.still.advance(5_000);
      expect(drops).toBe(1);
      expect(await tab.data.cart()).toMatchObject([{ product_id: 1, isWaiting: false }]);
    });
  });
});

describe('a connection to the storage whose transactions never end', () => {
  it('[LEAD6] is replaced: the shop is up to date and a tap is sent within a minute', SLOW, async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      await tab.data.enqueue(add(1));
      await world.still.advance(1_000);
      device.storage.silence(tab);
      await save(world, 1, 'Another title');
      const tapped = tab.data.enqueue(add(2));
      await world.still.advance(MINUTE_MS);
      expect(await titlesOn(tab)).toContain('Another title');
      await tapped;
      expect(await tab.data.outbox()).toEqual([]);
      expect(await tab.data.cart()).toMatchObject([{ product_id: 1 }, { product_id: 2, isWaiting: false }]);
    });
  });

  it('[LEAD6] a tab whose new connections hang as well hands the lead to another tab', SLOW, async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device, tab } = firstOf(world);
      const other = await world.still.finish(device.openTab());
      await world.still.advance(1_000);
      device.storage.silence(tab, { alsoNew: true });
      await save(world, 1, 'Another title');
      const tapped = other.data.enqueue(add(2));
      const lost = tab.data.enqueue(add(1)).catch((error: unknown) => error);
      await world.still.advance(2 * MINUTE_MS);
      expect([tab.isLeading, other.isLeading]).toEqual([false, true]);
      expect(await titlesOn(other)).toContain('Another title');
      await tapped;
      expect(await lost).toMatchObject({ name: 'StorageBlockedError' });
      expect(await other.data.cart()).toMatchObject([{ product_id: 2, isWaiting: false }]);
    });
  });

  it('[CAT4] a single tab whose new connections hang as well works from the network, and says so', SLOW, async () => {
    await withWorld({ devices: 1 }, async (world) => {
      const { device } = firstOf(world);
      device.crash();
      const opened = device.openTab();
      const { tab } = firstOf(world);
      device.storage.silence(tab, { alsoNew: true });
      await world.still.finish(opened);
      await save(world, 1, 'Another title');
      const first = tab.engine.catalog.browse('ayz', EMPTY_BROWSE_STATE);
      await world.still.advance(6_000);
      expect((await first).source).toBe('server');
      await world.still.advance(2 * MINUTE_MS);
      expect(tab.storage).toBe('memory');
      expect(await titlesOn(tab)).toContain('Another title');
    });
  });
});
