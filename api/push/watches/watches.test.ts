import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_WATCHES } from '#contract/limits.ts';
import type { PushMessage } from '#contract/http/push.ts';
import { digestWatchList } from '#contract/watch.ts';
import type { WatchList } from '#contract/watch.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { createPushBrowser } from '../../testing/clients/push-browser.ts';
import { json, send } from '../../testing/clients/send.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import type { SignedIn } from '../../testing/clients/sign-in.ts';
import { selectWaitingDevices } from './watch.repository.ts';
import { ON_SQLITE } from '../../testing/databases/test-database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 10, 22, 12);

let clockMs = NOON;
let dataDir: string;
let app: TestApp;
let service: Server;
let serviceUrl: string;
/** Statuses of the push service's next replies; 201 afterwards. */
let failures: number[] = [];
/** The push service takes the next request and does not answer before this ends. */
let hold: Promise<void> | undefined;
let holds = 0;
let deliveries: { readonly path: string; readonly body: Buffer; readonly atMs: number }[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      if (hold) {
        const held = hold;
        hold = undefined;
        holds += 1;
        await held;
      }
      const failure = failures.shift();
      if (failure !== undefined) return response.writeHead(failure).end();
      deliveries.push({ path: request.url ?? '', body: Buffer.concat(parts), atMs: performance.now() });
      return response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => void service.close());

const start = (): Promise<TestApp> => startTestApp({ dataDir, push: { allowsLoopback: true }, now: () => clockMs });

beforeEach(async () => {
  clockMs = NOON;
  [deliveries, failures, hold, holds] = [[], [], undefined, 0];
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-watches-'));
  app = await start();
});
afterEach(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A browser with a subscription and a session. */
async function createDevice(path: string, user?: SignedIn) {
  const { headers } = user ?? (await signIn(app, path.slice(1)));
  const browser = createPushBrowser(`${serviceUrl}${path}`);
  const { endpoint } = browser.subscription;
  const call = async (method: string, to: string, body: object) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    const reply = await send(app.url, to, init);
    return { status: reply.status, body: reply.body.length > 0 ? json(reply) : {} };
  };
  await call('POST', '/api/push/subscriptions', browser.subscription);
  return {
    endpoint,
    subscription: browser.subscription,
    headers,
    call,
    replace: (list: WatchList, of = endpoint) => call('PUT', '/api/push/watches', { endpoint: of, list }),
    agrees: async (list: WatchList) => {
      const digest = digestWatchList(list);
      return (await call('POST', '/api/push/watches/compare', { endpoint, digest })).body['agrees'];
    },
    messages: () =>
      deliveries.filter((one) => one.path === path).map(({ body }) => browser.decrypt(body) as PushMessage),
  };
}

const listOf = (watches: WatchList['watches'], quiet: WatchList['quiet'] = null, time_zone = 'UTC'): WatchList => ({
  time_zone,
  quiet,
  watches,
});
const lamp = (saved_cents: number, id = 1, life = 0) => ({ shop: 'pc' as const, id, life, saved_cents });

const saveLamps = async (price: string, ids: readonly number[], availability: 'YES' | 'NO' = 'YES'): Promise<void> => {
  const fields = { main_category: 'Light', category: 'Lamps', price, availability };
  await app.context.products.saveProducts(
    'pc',
    ids.map((id) => ({ id, fields: { ...fields, title: `Lamp ${id}` } })),
  );
};
const saveLamp = (price: string, availability?: 'YES' | 'NO', id = 1): Promise<void> =>
  saveLamps(price, [id], availability);
const saveCamera = async (conditions: Readonly<Record<string, [price: string, quantity: string]>>): Promise<void> => {
  const offers = Object.entries(conditions).flatMap(([key, [price, quantity]]) => [
    [`${key}_condition_price`, price],
    [`${key}_condition_available_quantity`, quantity],
  ]);
  const fields = { title: 'Camera', main_category: 'Photo', category: 'Cameras', ...Object.fromEntries(offers) };
  await app.context.products.saveProducts('ayz', [{ id: 1, fields }]);
};
/** Compares all changes and sends what is to be told. */
const settle = (): Promise<unknown> => app.server.watchNotices.run();

describe('a watched product', () => {
  it('[WATCH1] that becomes cheaper is told once, with what was saved', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    expect((await phone.replace(listOf([lamp(10_000)]))).status).toBe(204);
    await saveLamp('80');
    await vi.waitFor(() => expect(phone.messages()).toHaveLength(1), { timeout: 5_000 });
    expect(phone.messages()[0]).toEqual({
      title: 'Lamp 1',
      body: 'Now $80, $20 less than when you saved it',
      tag: 'watch pc 1',
      path: '/pcshop?product=1',
      stop: { label: 'Stop watching', products: [{ shop: 'pc', id: 1 }] },
    });
    clockMs += HOUR_MS;
    await settle();
    expect(phone.messages()).toHaveLength(1);
  });

  it('[WATCH1] whose price goes up and down again is told only below the lowest told price', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    for (const price of ['120', '110', '100', '80', '95', '80', '79.5']) {
      clockMs += HOUR_MS;
      await saveLamp(price);
      await settle();
    }
    expect(phone.messages().map(({ body }) => body)).toEqual([
      'Now $80, $20 less than when you saved it',
      'Now $79.50, $20.50 less than when you saved it',
    ]);
  });

  it('[WATCH2] that is back in stock is told, and not again while its stock comes and goes', async () => {
    await saveLamp('100', 'NO');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    for (const availability of ['YES', 'NO', 'YES', 'NO', 'YES', 'NO'] as const) {
      clockMs += HOUR_MS;
      await saveLamp('100', availability);
      await settle();
    }
    expect(phone.messages().map(({ body }) => body)).toEqual(['Back in stock for $100']);
    clockMs += 13 * HOUR_MS;
    await saveLamp('100', 'YES');
    await settle();
    expect(phone.messages()).toHaveLength(2);
  });

  it('[WATCH2] of an open-box shop costs what its cheapest condition in stock does', async () => {
    await saveCamera({ excellent: ['90', '1'], good: ['50', '0'] });
    const phone = await createDevice('/phone');
    await phone.replace(listOf([{ shop: 'ayz', id: 1, life: 0, saved_cents: 9_000 }]));
    // A lower price without stock is no offer.
    await saveCamera({ excellent: ['90', '1'], good: ['40', '0'] });
    await settle();
    expect(phone.messages()).toEqual([]);
    await saveCamera({ excellent: ['90', '1'], good: ['40', '2'] });
    await settle();
    expect(phone.messages()).toMatchObject([{ body: 'Now $40, $50 less than when you saved it' }]);
  });

  it('[WATCH1] that is deleted, or replaced under its id, is no news', async () => {
    await saveLamp('100');
    await saveLamp('100', 'YES', 2);
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000), lamp(10_000, 2), lamp(500, 999)]));
    await app.context.products.deleteProducts('pc', [1, 2]);
    await settle();
    await saveLamp('10');
    await saveLamp('10', 'YES', 999);
    await settle();
    expect(phone.messages()).toEqual([]);
  });

  it('[WATCH3] changed with others is in one message, and what follows within a minute in the next', async () => {
    const ids = [1, 2, 3, 4, 5];
    for (const id of ids) await saveLamp('100', 'YES', id);
    const phone = await createDevice('/phone');
    await phone.replace(listOf(ids.map((id) => lamp(10_000, id))));
    // At once: the job might look between two of them.
    await saveLamps('90', ids);
    await settle();
    expect(phone.messages()).toHaveLength(1);
    expect(phone.messages()[0]?.body.split('\n')).toEqual([
      ...[1, 2, 3].map((id) => `Lamp ${id}: Now $90, $10 less than when you saved it`),
      'And 2 more',
    ]);
    await saveLamp('70');
    await settle();
    expect(phone.messages()).toHaveLength(1);
    clockMs += MINUTE_MS;
    await settle();
    expect(phone.messages()[1]).toMatchObject({ title: 'Lamp 1', body: 'Now $70, $30 less than when you saved it' });
  });
});

describe('a push service that takes no messages', () => {
  it.each([429, 500, 503])('[WATCH3] now (%i) gets the news later, as it is then', async (status) => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    failures = [status];
    await saveLamp('80');
    await settle();
    expect([phone.messages(), failures]).toEqual([[], []]);
    await saveLamp('90');
    clockMs += 10 * MINUTE_MS;
    await settle();
    expect(phone.messages()).toMatchObject([{ body: 'Now $90, $10 less than when you saved it' }]);
    clockMs += HOUR_MS;
    await settle();
    expect(phone.messages()).toHaveLength(1);
  });

  it('[WATCH3] for long is asked less and less often, and soon again after it took one', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    const minutesToNext = async (): Promise<number> => {
      const { reader } = app.context.database;
      const row = await reader.selectFrom('watch_list').select('next_message_at').executeTakeFirstOrThrow();
      return (row.next_message_at - clockMs) / MINUTE_MS;
    };
    const pauses: number[] = [];
    await saveLamp('80');
    for (let turn = 0; turn < 6; turn += 1) {
      failures = [503];
      await settle();
      const pause = await minutesToNext();
      pauses.push(pause);
      clockMs += pause * MINUTE_MS;
    }
    expect(pauses).toEqual([1, 5, 20, 60, 240, 240]);
    await settle();
    expect(phone.messages()).toHaveLength(1);
    clockMs += MINUTE_MS;
    failures = [503];
    await saveLamp('70');
    await settle();
    expect(await minutesToNext()).toBe(1);
  });

  it('[WATCH3] ever is not asked again', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    failures = [400];
    await saveLamp('80');
    await settle();
    clockMs += HOUR_MS;
    await settle();
    expect([phone.messages(), failures]).toEqual([[], []]);
  });
});

describe('quiet hours', () => {
  it('[WATCH4] hold a message back until they end in the time zone of the device', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    // 12:00 UTC is 21:00 in Tokyo.
    await phone.replace(listOf([lamp(10_000)], { from: 20 * 60, until: 7 * 60 }, 'Asia/Tokyo'));
    await saveLamp('80');
    await settle();
    expect(phone.messages()).toEqual([]);
    await saveLamp('70');
    clockMs = Date.UTC(2026, 10, 22, 21, 59);
    await settle();
    expect(phone.messages()).toEqual([]);
    clockMs += MINUTE_MS;
    await settle();
    expect(phone.messages()).toMatchObject([{ body: 'Now $70, $30 less than when you saved it' }]);
  });

  it('[WATCH4] are computed once for a waiting device, until they may have ended or are changed', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    const list = listOf([lamp(10_000)], { from: 11 * 60, until: 12 * 60 + 20 });
    await phone.replace(list);
    await saveLamp('80');
    await settle();
    const { reader } = app.context.database;
    const row = await reader.selectFrom('watch_list').select('next_message_at').executeTakeFirstOrThrow();
    expect(row.next_message_at).toBe(NOON + 20 * MINUTE_MS);
    await phone.replace({ ...list, quiet: null });
    await settle();
    expect(phone.messages()).toHaveLength(1);
  });

  it('[WATCH4] send nothing afterwards when the price is up again', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)], { from: 11 * 60, until: 13 * 60 }, 'No/Such_Zone'));
    await saveLamp('80');
    await settle();
    await saveLamp('100');
    clockMs += 2 * HOUR_MS;
    await settle();
    expect(phone.messages()).toEqual([]);
  });
});

describe('the watch list of a device', () => {
  it('[WATCH5] agrees with the server’s by digest; the device replaces it, whatever was lost', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    const list = listOf([lamp(10_000), lamp(200, 7)], { from: 0, until: 60 }, 'Europe/Berlin');
    expect(await phone.agrees(list)).toBe(false);
    await phone.replace(list);
    expect(await phone.agrees({ ...list, watches: list.watches.toReversed() })).toBe(true);
    expect(await phone.agrees({ ...list, quiet: null })).toBe(false);
    // As a restored backup does.
    await app.context.database.writer.deleteFrom('watch').where('product_id', '=', 7).execute();
    expect(await phone.agrees(list)).toBe(false);
    await phone.replace(list);
    expect(await phone.agrees(list)).toBe(true);
    await phone.call('DELETE', '/api/push/watches', { endpoint: phone.endpoint, products: [{ shop: 'pc', id: 7 }] });
    expect(await phone.agrees(listOf([lamp(10_000)], list.quiet, list.time_zone))).toBe(true);
  });

  it('[WATCH5] that is sent again forgets nothing that the device was told', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    await saveLamp('80');
    await settle();
    await phone.replace(listOf([lamp(10_000), lamp(300, 2)]));
    clockMs += HOUR_MS;
    await saveLamp('90');
    await saveLamp('80');
    await settle();
    expect(phone.messages()).toHaveLength(1);
  });

  it('[WATCH6] ends with the session, and is another user’s business never', async () => {
    const phone = await createDevice('/phone');
    const other = await createDevice('/other');
    await phone.replace(listOf([lamp(10_000)]));
    expect(await other.replace(listOf([]), phone.endpoint)).toMatchObject({ status: 404 });
    await other.call('DELETE', '/api/push/watches', { endpoint: phone.endpoint, products: [{ shop: 'pc', id: 1 }] });
    expect(await phone.agrees(listOf([lamp(10_000)]))).toBe(true);
    const { reader } = app.context.database;
    const mine = json(await send(app.url, '/api/my-data', { headers: phone.headers }));
    expect(mine['watches']).toEqual([{ endpoint: phone.endpoint, ...lamp(10_000) }]);
    await send(app.url, '/api/session', { method: 'DELETE', headers: phone.headers });
    expect(await reader.selectFrom('watch').selectAll().execute()).toEqual([]);
    expect(await reader.selectFrom('watch_list').selectAll().execute()).toEqual([]);
  });

  it('[WATCH6] ends when another user subscribes the device', async () => {
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    const next = await signIn(app, 'next');
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...next.headers } };
    await send(app.url, '/api/push/subscriptions', { ...init, body: JSON.stringify(phone.subscription) });
    expect(json(await send(app.url, '/api/my-data', { headers: next.headers }))['watches']).toEqual([]);
    expect(await app.context.database.reader.selectFrom('watch').selectAll().execute()).toEqual([]);
  });

  it('[WATCH5] with one product twice is rejected: device and server would never agree', async () => {
    const phone = await createDevice('/phone');
    expect((await phone.replace(listOf([lamp(10_000), lamp(9_000)]))).status).toBe(400);
  });

  it(`[WATCH6] has at most ${MAX_WATCHES} products; a longer one changes nothing`, async () => {
    const phone = await createDevice('/phone');
    const full = listOf(Array.from({ length: MAX_WATCHES }, (_, index) => lamp(10_000, 2_147_483_647 - index)));
    expect((await phone.replace(full)).status).toBe(204);
    expect((await phone.replace(listOf([...full.watches, lamp(1)]))).status).toBe(400);
    expect(await phone.agrees(full)).toBe(true);
  });
});

it('[WATCH3] a change while the server is stopped is told once after the start, and never again', async () => {
  await saveLamp('100');
  const phone = await createDevice('/phone');
  await phone.replace(listOf([lamp(10_000)]));
  await settle();
  // Committed, and stopped before it was compared.
  await saveLamp('80');
  await app.stop();
  const before = phone.messages().length;
  app = await start();
  await vi.waitFor(() => expect(phone.messages()).toHaveLength(1), { timeout: 5_000 });
  expect(before).toBe(0);
  await app.stop();
  clockMs += HOUR_MS;
  app = await start();
  await settle();
  expect(phone.messages()).toHaveLength(1);
});

describe('while the push service has a request', () => {
  /** Saves a lower price and waits until its message is with a push service that does not answer yet. */
  const holdMessage = async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    const { promise, resolve } = Promise.withResolvers<void>();
    hold = promise;
    await saveLamp('80');
    await vi.waitFor(() => expect(holds).toBe(1), { timeout: 5_000 });
    return { phone, answer: resolve };
  };

  it.runIf(ON_SQLITE)('[WATCH3] a killed process loses no message: it is sent after the next start', async () => {
    const { phone, answer } = await holdMessage();
    // What a process that is killed now leaves behind.
    const left = await mkdtemp(join(tmpdir(), 'hexlime-watches-'));
    await cp(dataDir, left, { recursive: true });
    clockMs += 2 * MINUTE_MS;
    const next = await startTestApp({ dataDir: left, push: { allowsLoopback: true }, now: () => clockMs });
    try {
      await next.server.watchNotices.run();
      expect(phone.messages()).toMatchObject([{ body: 'Now $80, $20 less than when you saved it' }]);
    } finally {
      answer();
      await next.stop();
      await rm(left, { recursive: true, force: true });
    }
  });

  it('[WATCH3] another process sends no second message, and a still lower price is told afterwards', async () => {
    const { phone, answer } = await holdMessage();
    const other = await start();
    try {
      await saveLamp('70');
      await other.server.watchNotices.run();
      expect(phone.messages()).toEqual([]);
    } finally {
      answer();
      await other.stop();
    }
    await settle();
    expect(phone.messages()).toMatchObject([{ body: 'Now $80, $20 less than when you saved it' }]);
    clockMs += MINUTE_MS;
    await settle();
    clockMs += HOUR_MS;
    await settle();
    expect(phone.messages().map(({ body }) => body)).toEqual([
      'Now $80, $20 less than when you saved it',
      'Now $70, $30 less than when you saved it',
    ]);
  });
});

it.runIf(ON_SQLITE)('[WATCH3] waiting devices are found by the index of news, however much is watched', async () => {
  const steps = await selectWaitingDevices(app.context.database.reader, clockMs).explain(undefined, sql`query plan`);
  expect(JSON.stringify(steps)).toMatch(/watch USING (COVERING )?INDEX watch_with_news/);
});

it('[WATCH1] of many watches of the same products, none is left out', async () => {
  const ids = Array.from({ length: MAX_WATCHES }, (_, index) => index + 1);
  const save = (price: string): Promise<unknown> => {
    const fields = { main_category: 'Light', category: 'Lamps', price };
    const writes = ids.map((id) => ({ id, fields: { ...fields, title: `Lamp ${id}` } }));
    return app.context.products.saveProducts('pc', writes);
  };
  await save('100');
  const devices = await Promise.all(['/a', '/b', '/c'].map((path) => createDevice(path)));
  for (const device of devices) await device.replace(listOf(ids.map((id) => lamp(10_000, id))));
  await save('80');
  await settle();
  const told = app.context.database.reader
    .selectFrom('watch')
    .select(['endpoint', 'low_cents', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['endpoint', 'low_cents'])
    .execute();
  expect((await told).map(({ low_cents, count }) => [low_cents, count])).toEqual(
    devices.map(() => [8_000, MAX_WATCHES]),
  );
  expect(deliveries).toHaveLength(devices.length);
});

it('[WATCH1] of 10,000 watches, one price change sends one message within 2 s', async () => {
  const devices = 20;
  const each = MAX_WATCHES;
  const fields = { main_category: 'Light', category: 'Lamps', price: '100' };
  for (let first = 1; first <= devices * each; first += each) {
    const writes = Array.from({ length: each }, (_, index) => ({
      id: first + index,
      fields: { ...fields, title: `Lamp ${first + index}` },
    }));
    await app.context.products.saveProducts('pc', writes);
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
  await vi.waitFor(() => expect(deliveries).toHaveLength(1), { timeout: 5_000, interval: 5 });
  const tookMs = (deliveries[0]?.atMs ?? Infinity) - startedAtMs;
  clockMs += HOUR_MS;
  await settle();
  expect(deliveries.map(({ path }) => path)).toEqual(['/device-8']);
  expect(tookMs).toBeLessThan(2_000);
});
