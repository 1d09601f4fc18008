import { Agent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { purchaseOf, readStock, stockCameras } from '../apps/order-app.ts';
import type { SignedInBuyer } from '../processes/shop-folder.ts';
import { callNginx } from './call-nginx.ts';
import type { NginxReply } from './call-nginx.ts';
import type { Cluster } from './cluster.ts';
import type { RunningProxy } from './proxy.ts';

export interface CheckoutOptions {
  readonly buyers: number;
  readonly units: number;
  readonly atOnce: number;
  /** Interval at which nodes are killed; undefined: no node is killed. */
  readonly killEveryMs?: number;
  /** Whether nodes are not killed but stopped as an operator does. Then no call should fail. */
  readonly isGentle?: boolean;
}

/** What buyers were told, and what the database holds afterwards. */
export interface CheckoutResult {
  /** Ids of the orders that were acknowledged. */
  readonly acknowledged: readonly string[];
  readonly soldOut: number;
  /** Final replies other than an order or "out of stock". */
  readonly odd: readonly string[];
  /** How many calls were repeated, by their failure: a lost connection, or a reply of 5xx. */
  readonly repeated: Readonly<Record<string, number>>;
  readonly kills: number;
  /** Ids of the stored orders. */
  readonly stored: readonly string[];
  readonly stock: Awaited<ReturnType<typeof readStock>>;
  readonly seconds: number;
  /** Processor time while buyers ordered, in ms; that of the nodes includes their restarts. */
  readonly cpuMs: { readonly nodes: number; readonly database: number };
}

const PRODUCT = 1_000;

/**
 * Lets each buyer order one unit through nginx while nodes are killed at intervals and started again. A buyer repeats a failed call with
 * the same idempotency key.
 */
export async function runCheckouts(
  cluster: Cluster,
  nginx: RunningProxy,
  options: CheckoutOptions,
): Promise<CheckoutResult> {
  const { units, atOnce, killEveryMs, isGentle = false } = options;
  await stockCameras(cluster, units, PRODUCT);
  const buyers = [...(await cluster.addBuyers(options.buyers))];
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, rejectUnauthorized: false });
  const acknowledged: string[] = [];
  const odd: string[] = [];
  let soldOut = 0;
  const repeated: Record<string, number> = {};
  const buy = async (buyer: SignedInBuyer): Promise<void> => {
    for (;;) {
      const reply = await placeOrder(nginx, agent, buyer, PRODUCT).catch((error: unknown) => error as Error);
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
  const stored = await listStoredOrders(cluster, PRODUCT);
  const stock = await readStock(cluster, PRODUCT);
  return { acknowledged, soldOut, odd, repeated, kills, stored, stock, seconds, cpuMs };
}

async function readCpuOf({ nodes, postgres }: Cluster): Promise<CheckoutResult['cpuMs']> {
  const ofNodes = await Promise.all(nodes.map((node) => node.cpuMs()));
  return { nodes: ofNodes.reduce((sum, ms) => sum + ms, 0), database: await postgres.cpuMs() };
}

/** Kills or stops one node after another, and starts each again at once; returns how many were killed or stopped. */
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

/** What the shop answers to an order. */
export interface OrderReply {
  readonly order?: { readonly id: string };
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
}

/** Orders one unit of a product for a buyer, whose id is the idempotency key. @throws Error as `callNginx` does */
export const placeOrder = (
  nginx: RunningProxy,
  agent: Agent,
  { sub, headers }: SignedInBuyer,
  productId: number,
): Promise<NginxReply<OrderReply>> =>
  callNginx(nginx, agent, {
    method: 'POST',
    path: '/api/create-purchase',
    headers: { ...headers, 'idempotency-key': sub },
    body: { ...purchaseOf(sub), product_id: productId },
  });

/** Lists the ids of the stored orders of a product. */
export async function listStoredOrders({ context }: Cluster, productId: number): Promise<string[]> {
  const rows = await context.database.reader
    .selectFrom('purchase')
    .select('id')
    .where('product_id', '=', productId)
    .execute();
  return rows.map(({ id }) => id);
}
