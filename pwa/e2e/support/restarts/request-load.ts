import { Agent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { callNginx } from '#api/testing/cluster/call-nginx.ts';
import type { NginxReply } from '#api/testing/cluster/call-nginx.ts';
import { placeOrder } from '#api/testing/cluster/checkout-run.ts';
import type { Cluster } from '#api/testing/cluster/cluster.ts';
import type { RunningProxy } from '#api/testing/cluster/proxy.ts';
import type { SignedInBuyer } from '#api/testing/processes/shop-folder.ts';

/** The answers that the callers of a shop received. */
export interface RequestLoad {
  readonly lists: number;
  /** Ids of the acknowledged orders. */
  readonly acknowledged: readonly string[];
  /** How many calls were not answered with 200, by their reply or error. Each retry counts as a call. */
  readonly failed: Readonly<Record<string, number>>;
}

export interface RequestLoadOptions {
  /** The product that is ordered; it has to be in stock for all orders. */
  readonly productId: number;
  readonly signal: AbortSignal;
}

const LIST_WORKERS = 4;
const ORDER_WORKERS = 4;
/** Average pause between two rounds of a worker. It leaves CPU time to nodes that start on the same machine. */
const PAUSE_MS = 100;
const BUYERS_AT_ONCE = 500;

/**
 * Lists products and a buyer's orders, and places orders, through nginx until the signal aborts. An order is sent again under
 * the same idempotency key until the reply is 200, as devices do.
 */
export async function runRequestLoad(
  cluster: Cluster,
  nginx: RunningProxy,
  { productId, signal }: RequestLoadOptions,
): Promise<RequestLoad> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const acknowledged: string[] = [];
  const failed: Record<string, number> = {};
  let lists = 0;
  const nextBuyer = takeBuyers(cluster);

  /** Returns the body of a reply of 200; counts anything else as failed. */
  const read = async <Body>(what: string, call: Promise<NginxReply<Body>>): Promise<Body | undefined> => {
    const reply = await call.catch((error: unknown) => error as Error);
    if (!(reply instanceof Error) && reply.status === 200) return reply.body;
    const reason = reply instanceof Error ? reply.message : `${reply.status} ${JSON.stringify(reply.body)}`;
    const name = `${what}: ${reason}`;
    failed[name] = (failed[name] ?? 0) + 1;
    return undefined;
  };

  const order = async (): Promise<void> => {
    const buyer = await nextBuyer();
    for (;;) {
      const body = await read('order', placeOrder(nginx, agent, buyer, productId));
      if (body) return void acknowledged.push(body.order?.id ?? '');
      await delay(PAUSE_MS);
    }
  };
  const list = async ({ sub, headers }: SignedInBuyer): Promise<void> => {
    const paths = { products: '/api/products?shop=ayz', 'own orders': `/api/my-purchases/${sub}` };
    for (const [what, path] of Object.entries(paths)) {
      await read(`list of ${what}`, callNginx<object>(nginx, agent, { method: 'GET', path, headers }));
      lists += 1;
    }
  };
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await work();
      await delay(PAUSE_MS * 2 * Math.random());
    }
  };

  const reader = await nextBuyer();
  await Promise.all([
    ...Array.from({ length: LIST_WORKERS }, () => repeat(() => list(reader))),
    ...Array.from({ length: ORDER_WORKERS }, () => repeat(order)),
  ]);
  agent.destroy();
  return { lists, acknowledged, failed };
}

/** Returns a function that gives a new buyer on each call, because a buyer may have only a few open orders. */
function takeBuyers({ addBuyers }: Cluster): () => Promise<SignedInBuyer> {
  async function* listBuyers(): AsyncGenerator<SignedInBuyer, never> {
    for (;;) yield* await addBuyers(BUYERS_AT_ONCE);
  }
  const buyers = listBuyers();
  return async () => (await buyers.next()).value;
}
