/**
 * `npm run test:cluster -- [--buyers 10000] [--units 5000] [--nodes 3] [--kill-every 3000, 0: never] [--gently] [--without-redis]`: lets
 * buyers order at a shop of several nodes behind nginx while nodes are killed (with --gently: stopped). Prints how many orders were
 * acknowledged and how many are stored. Exits with 1 when these orders differ, when units are left, or after an unexpected reply.
 */
import { inspect, parseArgs } from 'node:util';
import { countDifferent, runCheckouts } from './checkout-run.ts';
import { startCluster } from './cluster.ts';
import { startNginx } from './nginx.ts';

const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '10000' },
    units: { type: 'string', default: '5000' },
    nodes: { type: 'string', default: '3' },
    'kill-every': { type: 'string', default: '3000' },
    gently: { type: 'boolean', default: false },
    'without-redis': { type: 'boolean', default: false },
  },
});
const units = Number(values.units);
const cluster = await startCluster({
  nodes: Number(values.nodes),
  hasRedis: !values['without-redis'],
  env: { STOP_DELAY: '1' },
});
const nginx = await startNginx(cluster.nodes.map(({ url }) => new URL(url).host));
try {
  const result = await runCheckouts(cluster, nginx, {
    buyers: Number(values.buyers),
    units,
    atOnce: 32,
    ...(values['kill-every'] !== '0' && { killEveryMs: Number(values['kill-every']) }),
    isGentle: values.gently,
  });
  const { acknowledged, stored, stock, cpuMs, ...rest } = result;
  const different = countDifferent(acknowledged, stored);
  const perOrder = (value: number): number => Math.round((value / acknowledged.length) * 10) / 10;
  const figures = {
    acknowledged: acknowledged.length,
    stored: stored.length,
    different,
    stock,
    ...rest,
    ordersPerSecond: Math.round((acknowledged.length / result.seconds) * 10) / 10,
    cpuMsPerOrder: { nodes: perOrder(cpuMs.nodes), database: perOrder(cpuMs.database) },
  };
  process.stdout.write(`${inspect(figures, { depth: 4 })}\n`);
  const isRight =
    different === 0 && acknowledged.length === units && rest.odd.length === 0 && stock.counters.available === 0;
  process.exitCode = isRight ? 0 : 1;
} finally {
  await nginx.stop();
  await cluster.stop();
}
