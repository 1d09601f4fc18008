import { setTimeout as delay } from 'node:timers/promises';
import { stockCameras } from '#api/testing/apps/order-app.ts';
import { countDifferent, listStoredOrders } from '#api/testing/cluster/checkout-run.ts';
import type { Cluster, Node } from '#api/testing/cluster/cluster.ts';
import type { RunningProxy } from '#api/testing/cluster/proxy.ts';
import { openReconnectingSockets } from './reconnecting-sockets.ts';
import type { ReconnectingSockets } from './reconnecting-sockets.ts';
import { runRequestLoad } from './request-load.ts';
import type { RequestLoad } from './request-load.ts';
import { summarizeRestarts } from './summarize-restarts.ts';
import type { Restart, SocketsOfRestart } from './summarize-restarts.ts';

const PRODUCT = 1_000;
const UNITS = 1_000_000;
const START_TIMEOUT_MS = 30_000;
/** How long the run waits, after the last restart, for sockets that are not back. */
const LAST_WAIT_MS = 30_000;

export interface RestartsOptions {
  readonly restarts: number;
  readonly sockets: number;
  readonly onRestart?: (restart: Restart, index: number) => void;
}

/** What clients of a shop saw while its nodes were restarted. */
export interface RestartsResult extends RequestLoad {
  readonly restarts: readonly (Restart & SocketsOfRestart)[];
  readonly stored: readonly string[];
  /** Number of orders that were only acknowledged, only stored, or counted twice. */
  readonly different: number;
  readonly servedAtEnd: number;
}

/**
 * Restarts the nodes of a shop one after another, each as soon as the previous one is ready. Meanwhile, clients keep sockets open,
 * list products and place orders, all through nginx.
 */
export async function runRestarts(
  cluster: Cluster,
  nginx: RunningProxy,
  { restarts: count, sockets: socketCount, onRestart }: RestartsOptions,
): Promise<RestartsResult> {
  await stockCameras(cluster, UNITS, PRODUCT);
  const sockets = openReconnectingSockets(nginx, await cluster.addBuyers(socketCount));
  const over = new AbortController();
  try {
    await waitUntilServed(sockets, socketCount, START_TIMEOUT_MS);
    if (sockets.countServed() < socketCount) throw new Error(`only ${sockets.countServed()} sockets could be opened`);
    const load = runRequestLoad(cluster, nginx, { productId: PRODUCT, signal: over.signal });
    const restarts: Restart[] = [];
    for (let index = 0; index < count; index += 1) {
      const restart = await restartNode(cluster.nodes[index % cluster.nodes.length] as Node);
      restarts.push(restart);
      onRestart?.(restart, index);
    }
    await waitUntilServed(sockets, socketCount, LAST_WAIT_MS);
    over.abort();
    const calls = await load;
    const stored = await listStoredOrders(cluster, PRODUCT);
    const ofSockets = summarizeRestarts(restarts, sockets.outages, sockets.connectedAtMs);
    return {
      ...calls,
      restarts: restarts.map((restart, index) => ({ ...restart, ...(ofSockets[index] as SocketsOfRestart) })),
      stored,
      different: countDifferent(calls.acknowledged, stored),
      servedAtEnd: sockets.countServed(),
    };
  } finally {
    over.abort();
    sockets.close();
  }
}

async function restartNode(node: Node): Promise<Restart> {
  const signalledAtMs = performance.now();
  const exitCode = await node.stop();
  const exitedAtMs = performance.now();
  await node.start();
  const endMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(node))) {
    if (performance.now() > endMs) throw new Error(`${node.url} is not ready`);
    await delay(50);
  }
  return { signalledAtMs, exitedAtMs, readyAtMs: performance.now(), exitCode };
}

const isReady = ({ url }: Node): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.ok;
    },
    () => false,
  );

async function waitUntilServed(sockets: ReconnectingSockets, count: number, withinMs: number): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (sockets.countServed() < count && performance.now() < endMs) await delay(50);
}
