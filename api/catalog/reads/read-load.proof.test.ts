import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expensiveRead, shopperRead } from '../../bench/expensive-reads.ts';
import type { ClientRead } from '../../bench/expensive-reads.ts';
import { send } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';
import { generateProducts } from '../../testing/generate-products.ts';
import { makePage } from '../../testing/make-page.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { DEFAULT_MISS_LIMITS } from './misses.ts';
import { runQueriesOnThread } from './query-thread.ts';

/** The short form of the load in `api/bench/read-load.ts`, which also measures times. */
const CLIENTS = 64;
const READS_PER_CLIENT = 15;
const READS_OF_SHOPPER = 24;

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-read-load-'));
  app = await startTestApp({
    dataDir: folder,
    env: { TRUSTED_PROXIES: '1', PAGE_DIR: await makePage(join(folder, 'page')) },
    misses: DEFAULT_MISS_LIMITS,
    runQueries: runQueriesOnThread,
  });
  await app.context.products.saveProducts('pc', [...generateProducts(2_500)]);
  await app.server.snapshots.build(['pc']);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = ({ path, body }: ClientRead, network: string): Promise<Reply> =>
  send(app.url, path, {
    headers: { 'x-forwarded-for': network, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body }),
  });

it('[READ3] 64 clients with the most expensive reads stop neither health checks nor a shopper', async () => {
  const replies: Reply[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let read = 0; read < READS_PER_CLIENT; read++) {
      replies.push(
        await ask(expensiveRead(client * READS_PER_CLIENT + read, app.context.states.epoch), `10.1.${client}.1`),
      );
    }
  });
  const healthy: number[] = [];
  const probe = (async () => {
    while (replies.length < CLIENTS * READS_PER_CLIENT)
      healthy.push((await ask({ path: '/healthz' }, '192.0.2.1')).status);
  })();
  const shopped: number[] = [];
  for (let read = 0; read < READS_OF_SHOPPER; read++) {
    shopped.push((await ask(shopperRead(read), '198.51.100.1')).status);
  }
  await Promise.all(clients);
  await probe;

  expect([new Set(healthy), new Set(shopped)]).toEqual([new Set([200]), new Set([200])]);
  const rejected = replies.filter(({ status }) => status === 503 || status === 429);
  expect(rejected.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  // 404: some of the requested ids are beyond the small catalogue of this test.
  expect(replies.filter(({ status }) => ![200, 404, 429, 503].includes(status))).toEqual([]);
});
