import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WatchList } from '#contract/products/watch.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { createPushBrowser } from '#api/testing/clients/push-browser.ts';
import { signIn } from '#api/testing/clients/sign-in.ts';
import { sendWatches } from '#sync/account/send-watches.ts';
import { createApiClient } from '#sync/server/api-client.ts';

let app: TestApp;
let calls: string[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  calls = [];
});

/** A device with a session of a user: its calls have the session's cookie. */
async function openDevice(name: string, path: string) {
  const { headers } = await signIn(app, name);
  const client = createApiClient(app.url, (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace('/api/push/', '')}`);
    return fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  });
  const { subscription } = createPushBrowser(`https://push.example${path}`);
  return { headers, send: (list: WatchList) => sendWatches(client, subscription, list) };
}

const stored = async () => {
  const rows = await app.context.database.reader.selectFrom('watch').select(['shop', 'product_id as id']).execute();
  return rows.map(({ shop, id }) => `${shop} ${id}`);
};

const listOf = (...ids: readonly number[]): WatchList => ({
  time_zone: 'Europe/Berlin',
  quiet: { from: 1_320, until: 480 },
  watches: ids.map((id) => ({ shop: 'pc', id, life: 0, saved_cents: 100 * id })),
});

test('[WATCH5] device and server agree after changes, a restored backup and another sign-in', async () => {
  const phone = await openDevice('alice', '/phone');
  await phone.send(listOf(1, 2));
  expect(await stored()).toEqual(['pc 1', 'pc 2']);
  expect(calls).toEqual(['POST watches/compare', 'PUT watches', 'POST subscriptions', 'PUT watches']);

  calls = [];
  await phone.send(listOf(2, 1));
  expect(calls).toEqual(['POST watches/compare']);

  // Several changes while the device was offline.
  await phone.send(listOf(2, 3, 4));
  expect(await stored()).toEqual(['pc 2', 'pc 3', 'pc 4']);

  // A backup from before has other watches.
  await app.context.database.writer.deleteFrom('watch').where('product_id', '>', 2).execute();
  await phone.send(listOf(2, 3, 4));
  expect(await stored()).toEqual(['pc 2', 'pc 3', 'pc 4']);

  await fetch(`${app.url}/api/session`, { method: 'DELETE', headers: phone.headers });
  expect(await stored()).toEqual([]);
  const again = await openDevice('bob', '/phone');
  await again.send(listOf(2, 3, 4));
  expect(await stored()).toEqual(['pc 2', 'pc 3', 'pc 4']);
  await again.send(listOf());
  expect(await stored()).toEqual([]);
});
