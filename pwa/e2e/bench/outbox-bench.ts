import type { Page } from '@playwright/test';
import { buildInProcess } from '#api/catalog/snapshot/build-in-process.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { isBenchReady, withNewBrowser } from './browser-runs.ts';
import { startBenchProxy } from './bench-proxy.ts';
import type { BenchProxy } from './bench-proxy.ts';
import type { OutboxTimes, WriteTimes } from './page/measure-outbox.ts';

/** Writes of one round, as in the comparison with other engines. */
const WRITES = 100;
const PRODUCTS = 40;

/** Times of one candidate's round, with its requests. */
export interface WriteFigures extends WriteTimes, Partial<Pick<OutboxTimes, 'bareMs' | 'transactions'>> {
  readonly requests: number;
}

/** Measures 100 single writes of a candidate, each time in a new browser. */
export interface WritesBench {
  /** Optimistic writes to a cart, against a real server. */
  hexlime(): Promise<WriteFigures>;
  /** Writes of the row store with its own outbox; a fixed reply, without any work behind it, acknowledges them. */
  rows(): Promise<WriteFigures>;
  stop(): Promise<void>;
}

/** Starts a server with a shop that has stock. */
export async function startWritesBench(pageFolder: string): Promise<WritesBench> {
  const app = await startTestApp({ env: { DEMO: '1' }, buildSnapshots: buildInProcess });
  const proxy = await startBenchProxy(app.url, pageFolder);
  proxy.prepare('/bench/push', { body: '{}', headers: { 'content-type': 'application/json' } });
  const phones = Array.from({ length: PRODUCTS }, (_, place) => ({
    id: place + 1,
    fields: {
      title: `Phone ${place}`,
      main_category: 'Phones',
      category: 'Used',
      good_condition_price: '5',
      good_condition_available_quantity: '1000',
    },
  }));
  await app.context.products.saveProducts('ayz', phones);
  let users = 0;
  return {
    async hexlime() {
      // A new user each time, so that each round begins with an empty cart.
      const credential = await createTestCredential(app, `buyer${(users += 1)}`);
      return countPushes(proxy, '/api/sync/push', () =>
        withNewBrowser(proxy, '/', isBenchReady, (page) => firstRound(page, credential)),
      );
    },
    rows: () =>
      countPushes(proxy, '/bench/push', () =>
        withNewBrowser(proxy, '/', isBenchReady, (page) =>
          page.evaluate((writes) => bench.writeRowsSingly(writes), WRITES),
        ),
      ),
    async stop() {
      await proxy.stop();
      await app.stop();
    },
  };
}

async function firstRound(page: Page, credential: string): Promise<OutboxTimes> {
  const options = { credential, writes: WRITES, rounds: 1 };
  const [times] = await page.evaluate((given) => bench.measureOutbox(given), options);
  if (!times) throw new Error('No round was measured');
  return times;
}

async function countPushes(proxy: BenchProxy, path: string, run: () => Promise<WriteTimes>): Promise<WriteFigures> {
  const before = proxy.countOf(path);
  const times = await run();
  return { ...times, requests: proxy.countOf(path) - before };
}
