import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PushMessage } from '#contract/http/push.ts';
import { digestWatchList } from '#contract/products/watch.ts';
import type { WatchList } from '#contract/products/watch.ts';
import { startTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import { createPushBrowser } from '../clients/push-browser.ts';
import { json, send } from '../clients/send.ts';
import { signIn } from '../clients/sign-in.ts';
import type { SignedIn } from '../clients/sign-in.ts';

/** Noon of a day in UTC. */
const NOON = Date.UTC(2026, 10, 22, 12);

/** What a push service got. */
interface Delivery {
  readonly path: string;
  readonly body: Buffer;
  readonly atMs: number;
}

/** A server for each test of a file, whose clock the test sets, and the push service to which this server delivers messages. */
export interface WatchApp {
  app: TestApp;
  clockMs: number;
  dataDir: string;
  /** Statuses of the push service's next replies; 201 afterwards. */
  failures: number[];
  /** Delays the answer of the push service to its next request until this resolves. */
  hold: Promise<void> | undefined;
  holds: number;
  deliveries: Delivery[];
}

/** A list of watches, by default without quiet hours. */
export const listOf = (
  watches: WatchList['watches'],
  quiet: WatchList['quiet'] = null,
  time_zone = 'UTC',
): WatchList => ({
  time_zone,
  quiet,
  watches,
});
/** A watch of a lamp of the PC shop. */
export const lamp = (saved_cents: number, id = 1, life = 0) => ({ shop: 'pc' as const, id, life, saved_cents });

/** Starts a server on a new folder before each test; returns operations on it. */
export function useWatchApp() {
  let service: Server;
  let serviceUrl = '';
  const shop = { clockMs: NOON } as WatchApp;

  beforeAll(async () => {
    service = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        if (shop.hold) {
          const held = shop.hold;
          shop.hold = undefined;
          shop.holds += 1;
          await held;
        }
        const failure = shop.failures.shift();
        if (failure !== undefined) return response.writeHead(failure).end();
        shop.deliveries.push({ path: request.url ?? '', body: Buffer.concat(parts), atMs: performance.now() });
        return response.writeHead(201).end();
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => void service.close());

  const start = (): Promise<TestApp> =>
    startTestApp({ dataDir: shop.dataDir, push: { allowsLoopback: true }, now: () => shop.clockMs });

  beforeEach(async () => {
    Object.assign(shop, { clockMs: NOON, deliveries: [], failures: [], hold: undefined, holds: 0 });
    shop.dataDir = await mkdtemp(join(tmpdir(), 'hexlime-watches-'));
    shop.app = await start();
  });
  afterEach(async () => {
    await shop.app.stop();
    await rm(shop.dataDir, { recursive: true, force: true });
  });

  /** A browser with a subscription and a session. */
  async function createDevice(path: string, user?: SignedIn) {
    const { headers } = user ?? (await signIn(shop.app, path.slice(1)));
    const browser = createPushBrowser(`${serviceUrl}${path}`);
    const { endpoint } = browser.subscription;
    const call = async (method: string, to: string, body: object) => {
      const init = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
      const reply = await send(shop.app.url, to, init);
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
        shop.deliveries.filter((one) => one.path === path).map(({ body }) => browser.decrypt(body) as PushMessage),
    };
  }

  const saveLamps = async (
    price: string,
    ids: readonly number[],
    availability: 'YES' | 'NO' = 'YES',
  ): Promise<void> => {
    const fields = { main_category: 'Light', category: 'Lamps', price, availability };
    await shop.app.context.products.saveProducts(
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
    await shop.app.context.products.saveProducts('ayz', [{ id: 1, fields }]);
  };
  /** Compares all changes and sends the messages that are due. */
  const settle = (): Promise<unknown> => shop.app.server.push.watchNotices.run();

  return { shop, start, createDevice, saveLamps, saveLamp, saveCamera, settle };
}
