/**
 * `npm run test:chaos -- [--rounds 27] [--seed 1] [--only NAME] [--nodes 3] [--without-redis] [--without-bucket]`: buyers, chats and an
 * administrator use a shop of several nodes, while connections to PostgreSQL, Valkey and the bucket are reset, frozen, rejected or slowed, one fault
 * after the other for some seconds. Prints the effects of each fault, and exits with 1 when a client saw anything but success and 503, when
 * something that was acknowledged is not stored, or when nodes end or take too long to recover. 27 rounds, each fault once, take some seven minutes.
 */
import { inspect, parseArgs } from 'node:util';
import { hasSwift, startSwift, toSettings } from '../blobs/swift-server.ts';
import { REDIS_MISSING } from '../databases/redis-server.ts';
import { openTcpLine } from '../network/tcp-line.ts';
import { runChaos } from './chaos-run.ts';
import { startCluster } from './cluster.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '27' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    'without-redis': { type: 'boolean', default: false },
    'without-bucket': { type: 'boolean', default: false },
  },
});
const print = (value: unknown): void =>
  void process.stdout.write(`${inspect(value, { depth: 4, breakLength: 160 })}\n`);

const swift = hasSwift && !values['without-bucket'] ? await startSwift() : undefined;
const lines = {
  postgres: await openTcpLine(),
  valkey: REDIS_MISSING === undefined && !values['without-redis'] ? await openTcpLine() : undefined,
  bucket: swift && (await openTcpLine()),
};
const cluster = await startCluster({
  nodes: Number(values.nodes),
  hasRedis: lines.valkey !== undefined,
  ...(swift && { env: toSettings(swift) }),
  envOf: (_node, { postgres, redis }) => ({
    DATABASE_URL: lines.postgres.through(postgres.url),
    ...(redis && lines.valkey && { REDIS_URL: lines.valkey.through(redis.url) }),
    ...(swift && lines.bucket && { S3_ENDPOINT: lines.bucket.through(swift.settings.endpoint) }),
  }),
});
try {
  const { acknowledged, wrong } = await runChaos(cluster, lines, {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    only: values.only,
    onRound: print,
  });
  print({ acknowledged, wrong });
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await cluster.stop();
  await swift?.stop();
  for (const line of Object.values(lines)) await line?.stop();
}
