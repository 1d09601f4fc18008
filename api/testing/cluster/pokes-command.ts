/**
 * `npm run test:pokes -- [--sockets 50] [--writes 200] [--every 50]`: writes at one of three nodes and times the pokes at sockets of another: with
 * Valkey, with Valkey killed, after a restart of the receiving node without Valkey, and with Valkey again. Exits with 1 when pokes are lost or too
 * late, or nodes stay degraded. Needs a quiet machine.
 */
import { inspect, parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import type { Node } from './cluster.ts';
import { timePokes } from './pokes-run.ts';
import type { PokeTimes } from './pokes-run.ts';

/** The promised times of pokes, in ms: the 99th percentile with Valkey, and the maximum without it. */
const PROMISED_P99_MS = 50;
const PROMISED_MAX_MS = 2_500;
/** Without Valkey, nodes look at the database only every 2 s, so there are fewer writes, further apart. */
const ALONE = { writes: 20, everyMs: 400 };

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '50' },
    writes: { type: 'string', default: '200' },
    every: { type: 'string', default: '50' },
  },
});
const cluster = await startCluster({ nodes: 3, hasRedis: true });
try {
  const [from, , to] = cluster.nodes as readonly [Node, Node, Node];
  const path = { from, to, sockets: Number(values.sockets) };
  const paced = { writes: Number(values.writes), everyMs: Number(values.every) };
  // The first writes compile code.
  await timePokes(cluster, { ...path, writes: 20, everyMs: 50 });
  const withValkey = await timePokes(cluster, { ...path, ...paced });
  await cluster.redis?.kill();
  const withoutValkey = await timePokes(cluster, { ...path, ...ALONE });
  await to.kill();
  const startMs = performance.now();
  await to.start();
  const startedAfterMs = Math.round(performance.now() - startMs);
  const afterStart = await timePokes(cluster, { ...path, ...ALONE });
  await cluster.redis?.start();
  const connected = await waitUntilConnected([from, to]);
  const withValkeyAgain = await timePokes(cluster, { ...path, ...paced, writes: 50 });
  const result = { withValkey, withoutValkey, startedAfterMs, afterStart, connected, withValkeyAgain };
  process.stdout.write(`${inspect(result)}\n`);
  const isFast = ({ p99, lost }: PokeTimes): boolean => p99 <= PROMISED_P99_MS && lost === 0;
  const isInTime = ({ max, lost }: PokeTimes): boolean => max <= PROMISED_MAX_MS && lost === 0;
  const isKept =
    [withValkey, withValkeyAgain].every(isFast) && [withoutValkey, afterStart].every(isInTime) && connected;
  process.exitCode = isKept ? 0 : 1;
} finally {
  await cluster.stop();
}

/** Waits until nodes are no longer degraded; returns false when they stay so for ten seconds. */
async function waitUntilConnected(nodes: readonly Node[]): Promise<boolean> {
  for (const endMs = performance.now() + 10_000; performance.now() < endMs;) {
    const states = await Promise.all(
      nodes.map(async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as { status: string }).status),
    );
    if (states.every((state) => state === 'ok')) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
