import { describe, expect, it, vi } from 'vitest';
import { MAX_WATCHES } from '#contract/limits.ts';
import { json, send } from '../../testing/clients/send.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import { lamp, listOf, useWatchApp } from '../../testing/apps/watch-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 10, 22, 12);

const { shop, createDevice, saveCamera, saveLamp, saveLamps, settle } = useWatchApp();

describe('a watched product', () => {
  it('[WATCH1] that becomes cheaper is reported once, compared with the saved price', async () => {
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
    shop.clockMs += HOUR_MS;
    await settle();
    expect(phone.messages()).toHaveLength(1);
  });

  it('[WATCH1] whose price goes up and down again is reported only below the lowest reported price', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    for (const price of ['120', '110', '100', '80', '95', '80', '79.5']) {
      shop.clockMs += HOUR_MS;
      await saveLamp(price);
      await settle();
    }
    expect(phone.messages().map(({ body }) => body)).toEqual([
      'Now $80, $20 less than when you saved it',
      'Now $79.50, $20.50 less than when you saved it',
    ]);
  });

  it('[WATCH2] that is back in stock is reported, and not again while its stock comes and goes', async () => {
    await saveLamp('100', 'NO');
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    for (const availability of ['YES', 'NO', 'YES', 'NO', 'YES', 'NO'] as const) {
      shop.clockMs += HOUR_MS;
      await saveLamp('100', availability);
      await settle();
    }
    expect(phone.messages().map(({ body }) => body)).toEqual(['Back in stock for $100']);
    shop.clockMs += 13 * HOUR_MS;
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

  it('[WATCH1] that is deleted, or replaced under its id, is not reported', async () => {
    await saveLamp('100');
    await saveLamp('100', 'YES', 2);
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000), lamp(10_000, 2), lamp(500, 999)]));
    await shop.app.context.products.deleteProducts('pc', [1, 2]);
    await settle();
    await saveLamp('10');
    await saveLamp('10', 'YES', 999);
    await settle();
    expect(phone.messages()).toEqual([]);
  });

  it('[WATCH3] that changes with others shares one message; a change within the next minute waits for a second one', async () => {
    const ids = [1, 2, 3, 4, 5];
    for (const id of ids) await saveLamp('100', 'YES', id);
    const phone = await createDevice('/phone');
    await phone.replace(listOf(ids.map((id) => lamp(10_000, id))));
    // All are saved in one call, because the job might run between two calls.
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
    shop.clockMs += MINUTE_MS;
    await settle();
    expect(phone.messages()[1]).toMatchObject({ title: 'Lamp 1', body: 'Now $70, $30 less than when you saved it' });
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
    shop.clockMs = Date.UTC(2026, 10, 22, 21, 59);
    await settle();
    expect(phone.messages()).toEqual([]);
    shop.clockMs += MINUTE_MS;
    await settle();
    expect(phone.messages()).toMatchObject([{ body: 'Now $70, $30 less than when you saved it' }]);
  });

  it('[WATCH4] are checked again for a waiting device only when they end or once they are changed', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    const list = listOf([lamp(10_000)], { from: 11 * 60, until: 12 * 60 + 20 });
    await phone.replace(list);
    await saveLamp('80');
    await settle();
    const { reader } = shop.app.context.database;
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
    shop.clockMs += 2 * HOUR_MS;
    await settle();
    expect(phone.messages()).toEqual([]);
  });
});

describe('the watch list of a device', () => {
  it('[WATCH5] is compared with the server’s copy by digest; the device can replace the copy after any loss', async () => {
    await saveLamp('100');
    const phone = await createDevice('/phone');
    const list = listOf([lamp(10_000), lamp(200, 7)], { from: 0, until: 60 }, 'Europe/Berlin');
    expect(await phone.agrees(list)).toBe(false);
    await phone.replace(list);
    expect(await phone.agrees({ ...list, watches: list.watches.toReversed() })).toBe(true);
    expect(await phone.agrees({ ...list, quiet: null })).toBe(false);
    // As after a restored backup, the server's copy lacks a watch.
    await shop.app.context.database.writer.deleteFrom('watch').where('product_id', '=', 7).execute();
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
    shop.clockMs += HOUR_MS;
    await saveLamp('90');
    await saveLamp('80');
    await settle();
    expect(phone.messages()).toHaveLength(1);
  });

  it('[WATCH6] ends with the session, and no other user can change it', async () => {
    const phone = await createDevice('/phone');
    const other = await createDevice('/other');
    await phone.replace(listOf([lamp(10_000)]));
    expect(await other.replace(listOf([]), phone.endpoint)).toMatchObject({ status: 404 });
    await other.call('DELETE', '/api/push/watches', { endpoint: phone.endpoint, products: [{ shop: 'pc', id: 1 }] });
    expect(await phone.agrees(listOf([lamp(10_000)]))).toBe(true);
    const { reader } = shop.app.context.database;
    const mine = json(await send(shop.app.url, '/api/my-data', { headers: phone.headers }));
    expect(mine['watches']).toEqual([{ endpoint: phone.endpoint, ...lamp(10_000) }]);
    await send(shop.app.url, '/api/session', { method: 'DELETE', headers: phone.headers });
    expect(await reader.selectFrom('watch').selectAll().execute()).toEqual([]);
    expect(await reader.selectFrom('watch_list').selectAll().execute()).toEqual([]);
  });

  it('[WATCH6] ends when another user subscribes the device', async () => {
    const phone = await createDevice('/phone');
    await phone.replace(listOf([lamp(10_000)]));
    const next = await signIn(shop.app, 'next');
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...next.headers } };
    await send(shop.app.url, '/api/push/subscriptions', { ...init, body: JSON.stringify(phone.subscription) });
    expect(json(await send(shop.app.url, '/api/my-data', { headers: next.headers }))['watches']).toEqual([]);
    expect(await shop.app.context.database.reader.selectFrom('watch').selectAll().execute()).toEqual([]);
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
