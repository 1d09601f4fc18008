import { Agent, request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { purchaseOf, readStock, stockCameras } from '../apps/order-app.ts';
import type { SignedInBuyer } from '../processes/shop-folder.ts';
import type { Cluster } from './cluster.ts';
import type { Nginx } from './nginx.ts';

export interface CheckoutOptions {
  readonly buyers: number;
  readonly units: number;
  readonly atOnce: number;
  /** Without it, no node ends. */
  readonly killEveryMs?: number;
  /** Whether nodes are stopped as an operator does, instead of killed: then no call fails. */
  readonly isGentle?: boolean;
}

/** What buyers were told, and what the database holds afterwards. */
export interface CheckoutResult {
  /** Ids of the orders that were acknowledged. */
  readonly acknowledged: readonly string[];
  readonly soldOut: number;
  /** Final replies that are neither. */
  readonly odd: readonly string[];
  /** How many calls were repeated, by what they got: a lost connection, or a server that was away. */
  readonly repeated: Readonly<Record<string, number>>;
  readonly kills: number;
  /** Ids of the stored orders. */
  readonly stored: readonly string[];
  readonly stock: Awaited<ReturnType<typeof readStock>>;
  readonly seconds: number;
  /** Processor time while they ordered, in ms; that of nodes includes their starts. */
  readonly cpuMs: { readonly nodes: number; readonly database: number };
}

const PRODUCT = 1_000;
/** A call without an answer for this long is repeated, as devices do. */
const CALL_TIMEOUT_MS = 15_000;

/** Lets each buyer order one unit through nginx, under a key that repeated calls keep, while a node is killed at intervals and started again. */
export async function runCheckouts(cluster: Cluster, nginx: Nginx, options: CheckoutOptions): Promise<CheckoutResult> {
  const { units, atOnce, killEveryMs, isGentle = false } = options;
  await stockCameras(cluster, units, PRODUCT);
  const buyers = [...(await cluster.addBuyers(options.buyers))];
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, rejectUnauthorized: false });
  const acknowledged: string[] = [];
  const odd: string[] = [];
  let soldOut = 0;
  const repeated: Record<string, number> = {};
  const buy = async ({ sub, headers }: SignedInBuyer): Promise<void> => {
    for (;;) {
      const reply = await post(agent, nginx.securePort, sub, headers).catch((error: unknown) => error as Error);
      const what =
        reply instanceof Error
          ? reply.message
          : `${reply.status} ${reply.body.detail ?? reply.body.title ?? reply.body.code}`;
      if (!(reply instanceof Error)) {
        if (reply.status === 200) return void acknowledged.push(reply.body.order?.id ?? '');
        if (reply.body.code === 'out-of-stock') return void (soldOut += 1);
        if (reply.status < 500) return void odd.push(what);
      }
      repeated[what] = (repeated[what] ?? 0) + 1;
      await delay(50 + Math.random() * 200);
    }
  };
  const work = async (): Promise<void> => {
    for (let buyer = buyers.pop(); buyer; buyer = buyers.pop()) await buy(buyer);
  };

  const over = new AbortController();
  const cpuBefore = await readCpuOf(cluster);
  const startMs = performance.now();
  const killing = killEveryMs === undefined ? 0 : endInTurn(cluster, killEveryMs, isGentle, over.signal);
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - startMs) / 1_000;
  over.abort();
  const kills = await killing;
  const cpuAfter = await readCpuOf(cluster);
  const cpuMs = { nodes: cpuAfter.nodes - cpuBefore.nodes, database: cpuAfter.database - cpuBefore.database };
  agent.destroy();
  const rows = await cluster.context.database.reader
    .selectFrom('purchase')
    .select('id')
    .where('product_id', '=', PRODUCT)
    .execute();
  const stored = rows.map(({ id }) => id);
  const stock = await readStock(cluster, PRODUCT);
  return { acknowledged, soldOut, odd, repeated, kills, stored, stock, seconds, cpuMs };
}

async function readCpuOf({ nodes, postgres }: Cluster): Promise<CheckoutResult['cpuMs']> {
  const ofNodes = await Promise.all(nodes.map((node) => node.cpuMs()));
  return { nodes: ofNodes.reduce((sum, ms) => sum + ms, 0), database: await postgres.cpuMs() };
}

/** Kills or stops one node after the other, and starts it again at once; returns how often. */
async function endInTurn({ nodes }: Cluster, everyMs: number, isGentle: boolean, over: AbortSignal): Promise<number> {
  let kills = 0;
  while (!over.aborted) {
    await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
    const node = nodes[kills % nodes.length];
    if (over.aborted || !node) break;
    await (isGentle ? node.stop() : node.kill());
    kills += 1;
    await node.start();
  }
  return kills;
}

/** Counts the ids that only one of two lists has, or that one has twice. */
export function countDifferent(first: readonly string[], second: readonly string[]): number {
  const [one, other] = [new Set(first), new Set(second)];
  const alone = [...one].filter((id) => !other.has(id)).length + [...other].filter((id) => !one.has(id)).length;
  return alone + (first.length - one.size) + (second.length - other.size);
}

interface OrderReply {
  readonly status: number;
  readonly body: {
    readonly order?: { readonly id: string };
    readonly code?: string;
    readonly title?: string;
    readonly detail?: string;
  };
}

const post = (
  agent: Agent,
  port: number,
  sub: string,
  headers: Readonly<Record<string, string>>,
): Promise<OrderReply> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ ...purchaseOf(sub), product_id: PRODUCT });
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path: '/api/create-purchase',
        method: 'POST',
        timeout: CALL_TIMEOUT_MS,
        headers: { ...headers, host: 'shop.example', 'content-type': 'application/json', 'idempotency-key': sub },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () => {
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          if (response.complete && isJson) {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as OrderReply['body'] });
          } else reject(new Error('the reply was cut off'));
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
