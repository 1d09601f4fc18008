/**
 * `node api/bench/cluster-bench.ts` measures how long a change at one node takes to reach the sockets of another node: by Valkey, by the
 * database, and with Valkey killed (the nodes poll the database). Prints milliseconds from the call of the write to the frame; asserts
 * nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { startCluster } from '../testing/cluster/cluster.ts';
import type { Cluster } from '../testing/cluster/cluster.ts';

const SOCKETS = 50;
const CHANGES = 200;
const CHANGES_WITHOUT = 20;
const FIELDS = { main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;

/** Changes a product in this process, which is a further node, and times the poke of each socket at the last node. */
async function timePokes({ nodes, context }: Cluster, changes: number): Promise<number[]> {
  const arrivals: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, () =>
      openEventSocket(nodes.at(-1)?.url ?? '', {}, ({ event }) => {
        if (event === 'productsChanged') arrivals.push(performance.now());
      }),
    ),
  );
  await delay(3_000);
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    arrivals.length = 0;
    const startMs = performance.now();
    await context.products.saveProducts('pc', [{ id: 1, fields: { ...FIELDS, title: `Lamp ${startMs}` } }]);
    while (arrivals.length < SOCKETS) await delay(1);
    times.push(...arrivals.map((atMs) => atMs - startMs));
    await delay(20 + Math.random() * 60);
  }
  for (const { socket } of sockets) socket.close();
  return times.toSorted((a, b) => a - b);
}

function print(name: string, times: readonly number[]): void {
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
  process.stdout.write(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms\n`);
}

for (const hasRedis of [true, false]) {
  const cluster = await startCluster({ nodes: 3, hasRedis });
  print(hasRedis ? 'by Valkey' : 'by the database', await timePokes(cluster, CHANGES));
  if (hasRedis) {
    await cluster.redis?.kill();
    print('with Valkey killed', await timePokes(cluster, CHANGES_WITHOUT));
  }
  await cluster.stop();
}
