import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openEventSocket } from '../clients/event-socket.ts';
import { send } from '../clients/send.ts';
import type { SignedInBuyer } from '../processes/shop-folder.ts';
import { createRandom } from '../random.ts';
import { listChaosFaults } from './chaos-faults.ts';
import type { ChaosFault, Lines } from './chaos-faults.ts';
import { startLoad } from './chaos-load.ts';
import type { Cluster } from './cluster.ts';

export interface ChaosOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Causes only faults whose names contain this text; undefined: all faults. */
  readonly only: string | undefined;
  readonly onRound: (report: RoundReport) => void;
}

/** What a fault did, as seen from outside. */
export interface RoundReport {
  readonly fault: string;
  /** From the end of the fault until each node answered a read, a write and its readiness probe. */
  readonly wellAfterMs: number;
  /** From a change by this process until the sockets of all nodes were poked. */
  readonly pokeMs: number;
  readonly slowestCallMs: number;
  readonly calls: Readonly<Record<string, number>>;
  /** Resident memory of each node. */
  readonly rssMb: readonly number[];
  readonly openFiles: readonly number[];
  readonly wrong: readonly string[];
}

/** Allowed times on a machine that does nothing else. */
const MAX_WELL_MS = 5_000;
const MAX_POKE_MS = 4_500;
/** Within this time, the database must have ended the transactions of lost connections. */
const MAX_LEFT_MS = 6_000;
const SHORTEST_FAULT_MS = 1_000;
const LONGEST_FAULT_MS = 6_000;
const GIVE_UP_MS = 60_000;
const PROBE_TIMEOUT_MS = 4_000;
const LAMP = { main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;

/** Causes one fault after another under load and observes the nodes. Returns what was acknowledged, and what was wrong. */
export async function runChaos(cluster: Cluster, lines: Lines, options: ChaosOptions) {
  const random = createRandom(options.seed);
  const { nodes } = cluster;
  const faults = listChaosFaults(lines).filter(({ name }) => options.only === undefined || name.includes(options.only));
  const pids = nodes.map((node) => node.pid());
  const [prober] = (await cluster.addBuyers(1)) as [SignedInBuyer];
  const load = await startLoad(cluster, lines.bucket !== undefined);
  const { wrong } = load;

  let left: ChaosFault[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    // Each fault once, and then all of them again in another order.
    if (left.length === 0) left = [...faults];
    const [fault] = left.splice(Math.floor(random() * left.length), 1);
    if (!fault) break;
    const before = wrong.length;
    load.take();
    const end = fault.cause(random);
    await delay(SHORTEST_FAULT_MS + random() * (LONGEST_FAULT_MS - SHORTEST_FAULT_MS));
    await end();
    const wellAfterMs = await timeRecovery(cluster, prober);
    const pokeMs = await timePoke(cluster);
    const { calls, slowestMs } = load.take();
    if (wellAfterMs > MAX_WELL_MS) wrong.push(`well after ${wellAfterMs} ms`);
    if (pokeMs > MAX_POKE_MS) wrong.push(`a poke after ${pokeMs} ms`);
    wrong.push(...(await findLeftTransactions(cluster)));
    for (const [index, node] of nodes.entries()) {
      if (node.isRunning() && node.pid() === pids[index]) continue;
      wrong.push(`node ${index} has ended: ${node.output().slice(-2_000)}`);
      await node.start();
      pids[index] = node.pid();
    }
    options.onRound({
      fault: fault.name,
      wellAfterMs,
      pokeMs,
      slowestCallMs: slowestMs,
      calls,
      rssMb: await Promise.all(pids.map(readRssMb)),
      openFiles: await Promise.all(pids.map(countOpenFiles)),
      wrong: wrong.slice(before),
    });
  }
  return { acknowledged: await load.end(), wrong };
}

/** Returns after how many ms every node answered a read, a write and its probe with 200. */
async function timeRecovery({ nodes }: Cluster, prober: SignedInBuyer): Promise<number> {
  const startMs = performance.now();
  const isWell = async (url: string): Promise<boolean> => {
    const args = { product_id: 2_001, condition: 'good', quantity: 1, price_seen: '12.50' };
    const op = { id: crypto.randomUUID(), number: 1, name: 'addCartItem', args };
    const write = {
      method: 'POST',
      headers: { ...prober.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ client: op.id, user: prober.sub, ops: [op] }),
    };
    const calls = [
      send(url, '/readyz'),
      send(url, '/api/session', { headers: prober.headers }),
      send(url, '/api/sync/push', write),
    ];
    const all = Promise.all(calls).then((replies) => replies.every(({ status }) => status === 200));
    return Promise.race([all.catch(() => false), delay(PROBE_TIMEOUT_MS, false)]);
  };
  const wait = async (url: string): Promise<void> => {
    while (!(await isWell(url)) && performance.now() - startMs < GIVE_UP_MS) await delay(100);
  };
  await Promise.all(nodes.map(({ url }) => wait(url)));
  return Math.round(performance.now() - startMs);
}

/** Saves a product by this process; returns after how many ms a socket at each node was poked. */
async function timePoke({ nodes, context }: Cluster): Promise<number> {
  const sockets = await Promise.all(nodes.map(({ url }) => openEventSocket(url, {})));
  const startMs = performance.now();
  const title = `Lamp ${startMs}`;
  await context.products.saveProducts('pc', [{ id: 1, fields: { ...LAMP, title } }]);
  const { seq } = context.states.get('pc');
  const isTold = (): boolean =>
    sockets.every((socket) => socket.dataOf('productsChanged').some((told) => told.shop === 'pc' && told.seq >= seq));
  while (!isTold() && performance.now() - startMs < GIVE_UP_MS) await delay(10);
  for (const { socket } of sockets) socket.close();
  return Math.round(performance.now() - startMs);
}

/** Waits until no transaction with writes has been open for 3 s; lists those that are still open after `MAX_LEFT_MS`. */
async function findLeftTransactions({ context }: Cluster): Promise<readonly string[]> {
  const endMs = performance.now() + MAX_LEFT_MS;
  for (;;) {
    const { rows } = await sql<{ state: string; query: string }>`
      select state, left(query, 100) as query from pg_stat_activity
      where datname = current_database() and backend_xid is not null and state <> 'idle'
        and xact_start < clock_timestamp() - interval '3 seconds'`.execute(context.database.reader);
    if (rows.length === 0) return [];
    if (performance.now() > endMs) return rows.map(({ state, query }) => `left in the database: ${state} ${query}`);
    await delay(200);
  }
}

async function readRssMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024);
}

const countOpenFiles = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
