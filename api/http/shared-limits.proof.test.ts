import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { messageOf, openChatClient, startOf } from '../testing/clients/chat-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { createRedisServer, REDIS_MISSING } from '../testing/databases/redis-server.ts';
import type { RedisServer } from '../testing/databases/redis-server.ts';

const SLOW = 0.001;
const WIDE = { burst: 1e6, perSecond: 1e6 };
const CAMERA = { title: 'Camera', main_category: 'Photo', category: 'Cameras' } as const;

describe('two nodes of a shop', () => {
  if (REDIS_MISSING !== undefined) {
    it.skip(`were not tested: ${REDIS_MISSING}`);
    return;
  }
  let redis: RedisServer;
  let dataDir: string;
  let nodes: [TestApp, TestApp];

  beforeEach(async () => {
    redis = await createRedisServer();
    await redis.start();
    dataDir = await mkdtemp(join(tmpdir(), 'hexlime-limits-'));
    const start = () =>
      startTestApp({
        dataDir,
        env: { REDIS_URL: redis.url, TRUSTED_PROXIES: '1', DEMO: '1' },
        rates: { read: { burst: 6, perSecond: SLOW }, write: WIDE, upload: WIDE, notice: WIDE },
        chats: { messageRate: { burst: 3, perSecond: SLOW } },
      });
    nodes = [await start(), await start()];
    await expect.poll(() => nodes.every(({ context }) => context.buckets.isHealthy())).toBe(true);
  });
  afterEach(async () => {
    for (const node of nodes) await node.stop();
    await redis.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('[NET5] count the calls of a network together, and say how long to wait', async () => {
    const ask = (node: number, address: string) =>
      send(nodes[node % 2]?.url ?? '', '/healthz', { headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 8; turn++) statuses.push((await ask(turn, '203.0.113.7')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const rejected = await ask(1, '203.0.113.7');
    expect(json(rejected)['code']).toBe('too-many-requests');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(900);
    expect((await ask(0, '203.0.113.8')).status).toBe(200);
  });

  it('[NET5] count the messages of a user together, but no repeated message', async () => {
    const [here, there] = nodes;
    await here.context.products.saveProducts('ayz', [{ id: 7, fields: CAMERA }]);
    const alice = await openChatClient(here, 'alice');
    const elsewhere = await openChatClient(there, 'alice');
    await alice.push(startOf(7));
    const message = messageOf('7-demo-alice', 'one');
    const outcomes: (string | undefined)[] = [];
    for (const [client, operation] of [
      [alice, message],
      [elsewhere, message],
      [elsewhere, messageOf('7-demo-alice', 'two')],
      [alice, messageOf('7-demo-alice', 'three')],
      [alice, messageOf('7-demo-alice', 'four')],
      [elsewhere, messageOf('7-demo-alice', 'five')],
    ] as const) {
      const [result] = await client.push(operation);
      outcomes.push(result?.outcome);
    }
    expect(outcomes).toEqual(['applied', 'applied', 'applied', 'applied', 'later', 'later']);
  });
});
