/**
 * `npm run test:feed -- [--writers 8] [--seconds 60] [--nodes 3] [--without-redis]`: administrators write products at all nodes of a shop,
 * while a client at each node follows the change feed. Prints the result. Exits with 1 when a client missed a change or noticed a fault of
 * the feed, when a write was rejected, or when nothing was written.
 */
import { inspect, parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { followFeed } from './feed-run.ts';

const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '60' },
    nodes: { type: 'string', default: '3' },
    'without-redis': { type: 'boolean', default: false },
  },
});
const cluster = await startCluster({ nodes: Number(values.nodes), hasRedis: !values['without-redis'] });
try {
  const result = await followFeed(cluster, { writers: Number(values.writers), seconds: Number(values.seconds) });
  process.stdout.write(`${inspect(result, { depth: 4 })}\n`);
  const wrong = result.missed.length + result.noticed.length + result.rejected.length;
  process.exitCode = wrong === 0 && result.writes > 0 ? 0 : 1;
} finally {
  await cluster.stop();
}
