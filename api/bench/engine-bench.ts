/**
 * `npm run bench:engines` compares how many calls a node answers in a second of its own processor time on PostgreSQL and on the embedded
 * SQLite. The calls are orders over HTTP with their payment pages, and a cached read of the catalogue. The servers are processes and are
 * measured in turn; the figures are medians. Linux only. Asserts nothing.
 */
import { Agent, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAppContext } from '../app-context.ts';
import type { AppContext } from '../app-context.ts';
import { readConfig } from '../config/config.ts';
import { purchaseOf, stockCameras } from '../testing/apps/order-app.ts';
import { startPostgresServer } from '../testing/databases/postgres-server.ts';
import { generateProducts, inBatches } from '../testing/generate-products.ts';
import { readCpuMs } from '../testing/processes/cpu-time.ts';
import { startServerProcess, UNLIMITED_SERVER } from '../testing/processes/server-process.ts';
import { addBuyers } from '../testing/processes/shop-folder.ts';
import type { SignedInBuyer } from '../testing/processes/shop-folder.ts';
import { load } from './load.ts';

const PRODUCTS = 2_000;
const CAMERA = 1_000;
const MANY = 9_000_000;
const READ = { method: 'GET', path: '/api/products?shop=pc', headers: { 'accept-encoding': 'br' } } as const;
const ROUND_MS = 1_000;

/** A server on one engine, with the functions that measure it. */
interface Contestant {
  /** Places one order for each of `count` new buyers. */
  order(count: number): Promise<Rates>;
  read(): Promise<Rates>;
  stop(): Promise<void>;
}

interface Rates {
  /** Calls per second of the node's processor time. */
  readonly perCpuSecond: number;
  /** Calls per second. */
  readonly perSecond: number;
  /** Processor time of the database server for each call, in ms. */
  readonly databaseMs: number;
}

async function startContestant(
  engine: 'sqlite' | 'postgres',
  { atOnce }: { readonly atOnce: number },
): Promise<Contestant> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-engine-bench-'));
  const postgres = engine === 'postgres' ? await startPostgresServer() : undefined;
  const env = { DEMO: '1', TRUSTED_PROXIES: '1', ...(postgres && { DATABASE_URL: postgres.url }) };
  const dataDir = join(folder, 'node');
  const context: AppContext = await createAppContext(readConfig({ ...env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await stockCameras({ context }, MANY, CAMERA);
  for await (const batch of inBatches(generateProducts(PRODUCTS), PRODUCTS)) {
    await context.products.saveProducts('pc', batch);
  }
  const server = startServerProcess(dataDir, env, UNLIMITED_SERVER);
  const url = await server.url();
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let added = 0;

  const measure = async (work: () => Promise<number>): Promise<Rates> => {
    const pid = server.child.pid ?? 0;
    const [cpuMs, databaseMs, startMs] = [await readCpuMs(pid), (await postgres?.cpuMs()) ?? 0, performance.now()];
    const count = await work();
    const seconds = (performance.now() - startMs) / 1_000;
    return {
      perCpuSecond: count / (((await readCpuMs(pid)) - cpuMs) / 1_000),
      perSecond: count / seconds,
      databaseMs: (((await postgres?.cpuMs()) ?? 0) - databaseMs) / count,
    };
  };

  return {
    async order(count) {
      const buyers = [...(await addBuyers(context, count, added))];
      added += count;
      return measure(async () => {
        const work = async (): Promise<void> => {
          for (let buyer = buyers.pop(); buyer; buyer = buyers.pop()) await placeOrder(url, agent, buyer);
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        return count;
      });
    },
    read: () => measure(() => load(url, READ, atOnce, ROUND_MS)),
    async stop() {
      agent.destroy();
      await server.kill();
      await context.close();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error when the reply is not 200 */
const placeOrder = (url: string, agent: Agent, { sub, headers }: SignedInBuyer): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/create-purchase`,
      {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': sub },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ ...purchaseOf(sub), product_id: CAMERA }));
  });

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    orders: { type: 'string', default: '600' },
    'at-once': { type: 'string', default: '32' },
  },
});
const [rounds, orders, atOnce] = [Number(values.rounds), Number(values.orders), Number(values['at-once'])];
const contestants = {
  SQLite: await startContestant('sqlite', { atOnce }),
  PostgreSQL: await startContestant('postgres', { atOnce }),
};
try {
  for (const [what, run] of [
    // Reads come first, because orders that reserve stock give background jobs work.
    ['cached list of products', (one: Contestant) => one.read()],
    ['orders', (one: Contestant) => one.order(orders)],
  ] as const) {
    const rates: Record<keyof typeof contestants, Rates[]> = { SQLite: [], PostgreSQL: [] };
    for (let round = -1; round < rounds; round++) {
      for (const engine of ['SQLite', 'PostgreSQL'] as const) {
        const measured = await run(contestants[engine]);
        // The first round warms up.
        if (round >= 0) rates[engine].push(measured);
      }
    }
    const of = (engine: keyof typeof contestants, figure: keyof Rates): number =>
      median(rates[engine].map((rate) => rate[figure]));
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      const database = engine === 'SQLite' ? '' : `, ${of(engine, 'databaseMs').toFixed(2)} ms of the database each`;
      process.stdout.write(
        `${what}, ${engine}: ${of(engine, 'perCpuSecond').toFixed(0)} per CPU second of the node, ${of(engine, 'perSecond').toFixed(0)} per second${database}\n`,
      );
    }
    const share = (of('PostgreSQL', 'perCpuSecond') / of('SQLite', 'perCpuSecond')) * 100;
    process.stdout.write(`${what}: ${share.toFixed(0)} % of the embedded engine\n`);
  }
} finally {
  await Promise.all(Object.values(contestants).map((contestant) => contestant.stop()));
}
