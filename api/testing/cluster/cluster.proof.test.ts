import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf, openChatClient } from '../clients/chat-client.ts';
import { openEventSocket } from '../clients/event-socket.ts';
import type { EventSocket } from '../clients/event-socket.ts';
import { json, send } from '../clients/send.ts';
import { signIn } from '../clients/sign-in.ts';
import { POSTGRES_MISSING, startReplicatedPostgres } from '../databases/postgres-server.ts';
import { REDIS_MISSING } from '../databases/redis-server.ts';
import { countDifferent, runCheckouts } from './checkout-run.ts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { followFeed } from './feed-run.ts';
import { NGINX_MISSING, startNginx } from './nginx.ts';

const CAMERA = { title: 'Camera', main_category: 'Photo', category: 'Cameras' } as const;
const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;
const SOON_MS = 500;
/** The nodes look at the database every 2 s. */
const WITHOUT_BUS_MS = 4_000;

describe.each([
  ['Valkey', REDIS_MISSING],
  ['the database', undefined],
] as const)('three nodes, with events carried by %s', (carrier, redisMissing) => {
  const missing = POSTGRES_MISSING ?? redisMissing;
  if (missing !== undefined) {
    it.skip(`were not tested: ${missing}`);
    return;
  }
  let cluster: Cluster;
  let urls: string[];
  beforeAll(async () => {
    cluster = await startCluster({ nodes: 3, hasRedis: carrier === 'Valkey' });
    urls = cluster.nodes.map(({ url }) => url);
  });
  afterAll(() => cluster.stop());

  const urlOf = (node: number): string => urls[node] ?? '';
  const at = (node: number) => ({ url: urlOf(node) });

  /** Saves the lamp in this process, which acts as one more node; returns after how many ms each socket was poked. */
  const timePokes = async (sockets: readonly EventSocket[]): Promise<number[]> => {
    const before = sockets.map((socket) => socket.dataOf('productsChanged').length);
    const startMs = performance.now();
    await cluster.context.products.saveProducts('pc', [{ id: 1, fields: { ...LAMP, title: `Lamp ${startMs}` } }]);
    const seq = cluster.context.states.get('pc').seq;
    return Promise.all(
      sockets.map(async (socket, index) => {
        await expect
          .poll(() => socket.dataOf('productsChanged').length, { interval: 2 })
          .toBeGreaterThan(before[index] ?? 0);
        expect(socket.dataOf('productsChanged').at(-1)).toMatchObject({ shop: 'pc', seq });
        return performance.now() - startMs;
      }),
    );
  };
  const openSockets = () => Promise.all(urls.map((url) => openEventSocket(url, {})));

  it('share sessions: a login at one node is valid at others, and a logout closes sockets at others', async () => {
    const { headers } = await signIn(at(0), 'alice');
    const session = json(await send(urlOf(1), '/api/session', { headers }));
    expect(session).toMatchObject({ user: { sub: 'demo-alice' } });
    const socket = await openEventSocket(urlOf(2), headers);
    await send(urlOf(1), '/api/session', { method: 'DELETE', headers });
    expect(await socket.closed).toBe(4401);
  });

  it('bring a change made at another node to the sockets of all three', async () => {
    const sockets = await openSockets();
    const slowest: number[] = [];
    for (let turn = 0; turn < 5; turn++) slowest.push(Math.max(...(await timePokes(sockets))));
    // Without an event, a node finds the change at its next check of the database, which takes longer. The fastest turn counts, because a
    // busy machine may delay some.
    expect(Math.min(...slowest)).toBeLessThan(SOON_MS);
    for (const { socket } of sockets) socket.close();
  });

  it('miss no change: a client at each node follows what administrators write at every node', async () => {
    const { writes, reads, ...wrong } = await followFeed(cluster, { writers: 8, seconds: 3 });
    expect(wrong).toEqual({ rejected: [], noticed: [], missed: [] });
    expect(writes).toBeGreaterThan(20);
    expect(reads).toBeGreaterThan(writes / 10);
  }, 30_000);

  it('bring messages and typing from a node to the sockets of another', async () => {
    await cluster.context.products.saveProducts('ayz', [{ id: 7, fields: CAMERA }]);
    const [alice, sam] = [await openChatClient(at(0), 'alice'), await openChatClient(at(1), 'sam')];
    const chatId = '7-demo-alice';
    const started = await alice.call('POST', '/api/chats', { productId: 7, buyerGoogleId: 'demo-alice' });
    expect(started.status).toBe(200);
    const socket = await openEventSocket(urlOf(2), sam.headers);
    expect((await socket.ask('joinChat', { chatId })).error).toBeUndefined();
    const own = await openEventSocket(urlOf(0), alice.headers);
    await own.ask('joinChat', { chatId });
    await own.ask('typing', { chatId, userId: alice.sub });
    await expect.poll(() => socket.dataOf('typing')).toEqual([{ chatId, userId: alice.sub }]);
    await alice.push(messageOf(chatId, 'Is it new?'));
    await expect
      .poll(() => socket.dataOf('newMessage').map(({ content }) => content as string))
      .toEqual(['Is it new?']);
    own.socket.close();
    socket.socket.close();
  });

  it('sell each unit once while nodes are killed, and store exactly the acknowledged orders', async ({ skip }) => {
    if (NGINX_MISSING !== undefined) return skip(NGINX_MISSING);
    // Orders do not depend on what carries events: one run is enough.
    if (carrier !== 'Valkey') return skip();
    const nginx = await startNginx(urls.map((url) => new URL(url).host));
    try {
      const result = await runCheckouts(cluster, nginx, { buyers: 300, units: 150, atOnce: 16, killEveryMs: 300 });
      expect(result.odd).toEqual([]);
      expect(countDifferent(result.acknowledged, result.stored)).toBe(0);
      expect([result.acknowledged.length, result.soldOut]).toEqual([150, 150]);
      const held = { available: 0, reserved: 150, sold: 0 };
      expect(result.stock).toEqual({ counters: held, ledger: held });
      expect(result.kills).toBeGreaterThan(0);
    } finally {
      await nginx.stop();
    }
  }, 120_000);

  it('bring changes within seconds while nothing carries events', async () => {
    const sockets = await openSockets();
    await cluster.redis?.kill();
    if (!cluster.redis) await cluster.context.bus.close();
    for (const ms of await timePokes(sockets)) expect(ms).toBeLessThan(WITHOUT_BUS_MS);
    await cluster.redis?.start();
    for (const { socket } of sockets) socket.close();
  });

  it('bring messages again after the carrier of events was away, and typing at most once a second', async () => {
    const [alice, sam] = [await openChatClient(at(0), 'alice'), await openChatClient(at(1), 'sam')];
    const chatId = '7-demo-alice';
    await cluster.context.products.saveProducts('ayz', [{ id: 7, fields: CAMERA }]);
    await alice.call('POST', '/api/chats', { productId: 7, buyerGoogleId: 'demo-alice' });
    const [own, other] = [await openEventSocket(urlOf(0), alice.headers), await openEventSocket(urlOf(2), sam.headers)];
    for (const socket of [own, other]) expect((await socket.ask('joinChat', { chatId })).error).toBeUndefined();
    const stranger = await openEventSocket(urlOf(2), (await signIn(at(2), 'bob')).headers);
    expect((await stranger.ask('joinChat', { chatId })).error?.code).toBe('not-found');
    if (cluster.redis) {
      await cluster.redis.kill();
      await alice.push(messageOf(chatId, 'Still there?'));
      const heard = () => other.dataOf('newMessage').map(({ content }) => content as string);
      await expect.poll(heard).toContain('Still there?');
      await cluster.redis.start();
    }
    await expect
      .poll(
        async () => {
          await own.ask('typing', { chatId, userId: alice.sub });
          return other.dataOf('typing').length;
        },
        { interval: 300 },
      )
      .toBeGreaterThan(0);
    await own.ask('stopTyping', { chatId, userId: alice.sub });
    await expect.poll(() => other.dataOf('stopTyping').length).toBeGreaterThan(0);
    const before = other.dataOf('typing').length;
    for (let turn = 0; turn < 30; turn += 1) await own.ask('typing', { chatId, userId: alice.sub });
    await other.settle();
    expect(other.dataOf('typing').length - before).toBeLessThanOrEqual(2);
    expect(stranger.dataOf('typing')).toEqual([]);
    for (const { socket } of [own, other, stranger]) socket.close();
  });

  it('survive a restart of the database server, and answer again within seconds', async () => {
    const ask = () => Promise.all(urls.map(async (url) => (await send(url, '/api/products/1?shop=pc')).status));
    const { headers } = await signIn(at(0), 'bob');
    expect(await ask()).toEqual([200, 200, 200]);
    await cluster.postgres.pause();
    const away = await Promise.all(urls.map((url) => send(url, '/api/session', { headers })));
    expect(away.map((reply) => [reply.status, json(reply)['code']])).toEqual(urls.map(() => [503, 'not-ready']));
    await cluster.postgres.resume();
    await expect.poll(ask).toEqual([200, 200, 200]);
    expect(json(await send(urlOf(1), '/api/session', { headers }))).toMatchObject({ user: { sub: 'demo-bob' } });
  });
});

describe('three nodes whose database server crashes under load', () => {
  const missing = POSTGRES_MISSING ?? NGINX_MISSING;
  if (missing !== undefined) {
    it.skip(`were not tested: ${missing}`);
    return;
  }

  it('answer again within seconds of the promotion of its standby, and no acknowledged order is lost', async () => {
    const postgres = await startReplicatedPostgres();
    const cluster = await startCluster({ nodes: 3, hasRedis: false, postgres });
    const nginx = await startNginx(cluster.nodes.map(({ url }) => new URL(url).host));
    try {
      const ordering = runCheckouts(cluster, nginx, { buyers: 300, units: 150, atOnce: 16 });
      const stored = cluster.context.database.reader.selectFrom('purchase').select('id');
      const countStored = async (): Promise<number> => (await stored.execute()).length;
      await expect.poll(countStored).toBeGreaterThan(40);
      expect(await countStored()).toBeLessThan(130);
      await postgres.failOver();
      const ask = () =>
        Promise.all(cluster.nodes.map(async ({ url }) => (await send(url, '/api/products/1000?shop=ayz')).status));
      await expect.poll(ask).toEqual([200, 200, 200]);
      const result = await ordering;
      expect(result.odd).toEqual([]);
      expect(Object.keys(result.repeated).filter((what) => !what.startsWith('503'))).toEqual([]);
      expect(countDifferent(result.acknowledged, result.stored)).toBe(0);
      expect([result.acknowledged.length, result.soldOut]).toEqual([150, 150]);
      expect(cluster.nodes.map((node) => node.isRunning())).toEqual([true, true, true]);
    } finally {
      await nginx.stop();
      await cluster.stop();
    }
  }, 120_000);
});
