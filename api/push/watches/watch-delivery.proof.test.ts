import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { MAX_WATCHES } from '#contract/limits.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import { selectWaitingDevices } from './watch.repository.ts';
import { ON_SQLITE } from '../../testing/databases/test-database.ts';
import { lamp, listOf, useWatchApp } from '../../testing/apps/watch-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const { shop, createDevice, saveLamp, settle, start } = useWatchApp();

describe('a push service', () => {
  it.each([429, 500, 503])(
    '[WATCH3] that rejects a message for now (%i) later gets the news as it is by then',
    async (status) => {
      await saveLamp('100');
      const phone = await createDevice('/phone');
      await phone.replace(listOf([lamp(10_000)]));
      shop.failures = [status];
      await saveLamp('80');
      await settle();
      expect([phone.messages(), shop.failures]).toEqual([[], []]);
      await saveLamp('90');
      shop.clockMs += 10 * MINUTE_MS;
      await settle();
      expect(phone.messages()).toMatchObject([{ body: 'Now $90, $10 less than when you saved it' }]);
      shop.clockMs += HOUR_MS;
      await settle();
      expect(phone.messages()).toHaveLength(1);
    },
  );

  it('[WATCH3] that keeps rejecting messages is tried less and less often, and soon again after it took one', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    const minutesToNext = async (): Promise<number> => {
      const { reader } = shop.app.context.database;
      const row = await reader.selectFrom('watch_list').select('next_message_at').executeTakeFirstOrThrow();
      return (row.next_message_at - shop.clockMs) / MINUTE_MS;
    };
    const pauses: number[] = [];
    await saveLamp('80');
    for (let turn = 0; turn < 6; turn += 1) {
      shop.failures = [503];
      await settle();
      const pause = await minutesToNext();
      pauses.push(pause);
      shop.clockMs += pause * MINUTE_MS;
    }
    expect(pauses).toEqual([1, 5, 20, 60, 240, 240]);
    await settle();
    expect(phone.messages()).toHaveLength(1);
    shop.clockMs += MINUTE_MS;
    shop.failures = [503];
    await saveLamp('70');
    await settle();
    expect(await minutesToNext()).toBe(1);
  });

  it('[WATCH3] that rejects a message for good is not tried again', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    shop.failures = [400];
    await saveLamp('80');
    await settle();
    shop.clockMs += HOUR_MS;
    await settle();
    expect([phone.messages(), shop.failures]).toEqual([[], []]);
  });
});

it('[WATCH3] a change right before the server stops sends one message after the start, and never again', async () => {
  await saveLamp('100');
  const phone = await createDevice('/phone');
  await phone.replace(listOf([lamp(10_000)]));
  await settle();
  // The change is committed, and the server stops before comparing it.
  await saveLamp('80');
  await shop.app.stop();
  const before = phone.messages().length;
  shop.app = await start();
  await vi.waitFor(() => expect(phone.messages()).toHaveLength(1), { timeout: 5_000 });
  expect(before).toBe(0);
  await shop.app.stop();
  shop.clockMs += HOUR_MS;
  shop.app = await start();
  await settle();
  expect(phone.messages()).toHaveLength(1);
});

describe('while the push service has not answered a request', () => {
  /** Saves a lower price and waits until its message is with a push service that does not answer yet. */
  const holdMessage = async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    const { promise, resolve } = Promise.withResolvers<void>();
    shop.hold = promise;
    await saveLamp('80');
    await vi.waitFor(() => expect(shop.holds).toBe(1), { timeout: 5_000 });
    return { phone, answer: resolve };
  };

  it.runIf(ON_SQLITE)('[WATCH3] a killed process loses no message: it is sent after the next start', async () => {
    const { phone, answer } = await holdMessage();
    // A copy of the data as a process that is killed now leaves it behind.
    const left = await mkdtemp(join(tmpdir(), 'hexlime-watches-'));
    await cp(shop.dataDir, left, { recursive: true });
    shop.clockMs += 2 * MINUTE_MS;
    const next = await startTestApp({ dataDir: left, push: { allowsLoopback: true }, now: () => shop.clockMs });
    try {
      await next.server.push.watchNotices.run();
      expect(phone.messages()).toMatchObject([{ body: 'Now $80, $20 less than when you saved it' }]);
    } finally {
      answer();
      await next.stop();
      await rm(left, { recursive: true, force: true });
    }
  });

  it('[WATCH3] another process sends no second message, and a still lower price sends one afterwards', async () => {
    const { phone, answer } = await holdMessage();
    const other = await start();
    try {
      await saveLamp('70');
      await other.server.push.watchNotices.run();
      expect(phone.messages()).toEqual([]);
    } finally {
      answer();
      await other.stop();
    }
    await settle();
    expect(phone.messages()).toMatchObject([{ body: 'Now $80, $20 less than when you saved it' }]);
    shop.clockMs += MINUTE_MS;
    await settle();
    shop.clockMs += HOUR_MS;
    await settle();
    expect(phone.messages().map(({ body }) => body)).toEqual([
      'Now $80, $20 less than when you saved it',
      'Now $70, $30 less than when you saved it',
    ]);
  });
});

it.runIf(ON_SQLITE)('[WATCH3] waiting devices are found by the index of news, however much is watched', async () => {
  const steps = await selectWaitingDevices(shop.app.context.database.reader, shop.clockMs).explain(
    undefined,
    sql`query plan`,
  );
  expect(JSON.stringify(steps)).toMatch(/watch USING (COVERING )?INDEX watch_with_news/);
});

it('[WATCH1] of many watches of the same products, none is left out', async () => {
  const ids = Array.from({ length: MAX_WATCHES }, (_, index) => index + 1);
  const save = (price: string): Promise<unknown> => {
    const fields = { main_category: 'Light', category: 'Lamps', price };
    const writes = ids.map((id) => ({ id, fields: { ...fields, title: `Lamp ${id}` } }));
    return shop.app.context.products.saveProducts('pc', writes);
  };
  await save('100');
  const devices = await Promise.all(['/a', '/b', '/c'].map((path) => createDevice(path)));
  for (const device of devices) await device.replace(listOf(ids.map((id) => lamp(10_000, id))));
  await save('80');
  await settle();
  const told = shop.app.context.database.reader
    .selectFrom('watch')
    .select(['endpoint', 'low_cents', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['endpoint', 'low_cents'])
    .execute();
  expect((await told).map(({ low_cents, count }) => [low_cents, count])).toEqual(
    devices.map(() => [8_000, MAX_WATCHES]),
  );
  expect(shop.deliveries).toHaveLength(devices.length);
});

it('[WATCH1] among 10,000 watches, one price change sends one message within 2 s', async () => {
  const devices = 20;
  const each = MAX_WATCHES;
  const fields = { main_category: 'Light', category: 'Lamps', price: '100' };
  for (let first = 1; first <= devices * each; first += each) {
    const writes = Array.from({ length: each }, (_, index) => ({
      id: first + index,
      fields: { ...fields, title: `Lamp ${first + index}` },
    }));
    await shop.app.context.products.saveProducts('pc', writes);
  }
  for (let number = 0; number < devices; number++) {
    const device = await createDevice(`/device-${number}`);
    const watches = Array.from({ length: each }, (_, index) => lamp(10_000, number * each + index + 1));
    expect((await device.replace(listOf(watches))).status).toBe(204);
    expect(await device.agrees(listOf(watches))).toBe(true);
  }
  await settle();
  const startedAtMs = performance.now();
  await saveLamp('80', 'YES', 4_321);
  await vi.waitFor(() => expect(shop.deliveries).toHaveLength(1), { timeout: 5_000, interval: 5 });
  const tookMs = (shop.deliveries[0]?.atMs ?? Infinity) - startedAtMs;
  shop.clockMs += HOUR_MS;
  await settle();
  expect(shop.deliveries.map(({ path }) => path)).toEqual(['/device-8']);
  expect(tookMs).toBeLessThan(2_000);
});
