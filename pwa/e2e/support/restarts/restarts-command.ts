/**
 * `npm run test:restarts -- [--restarts 50] [--sockets 300] [--nodes 3]`: restarts the nodes of a shop one after another, behind
 * nginx, while the app's own client keeps sockets open and other callers list products and place orders. Prints the results. Exits with 0
 * only if no call fails, no order is lost or stored twice, each socket is back within 15 s, no more than a quarter of a node's sockets
 * connect within one second, and each node exits with 0.
 *
 * Why a quarter: a node closes its sockets evenly within STOP_DELAY, here 10 s, so a tenth of them in each second, and each client waits
 * 0.5 to 1.5 s before it connects again. With 150 sockets, up to 16 % fall into the fullest second by chance, and 25 % leaves room for a
 * pause of a busy machine. Three faults exceed the quarter: a node closes all its sockets at once, rejected connections are tried again, or
 * a stop cuts sockets off.
 */
import { parseArgs } from 'node:util';
import { startCluster } from '#api/testing/cluster/cluster.ts';
import { startNginx } from '#api/testing/cluster/nginx.ts';
import { runRestarts } from './restarts-run.ts';
import { listPercentiles } from './summarize-restarts.ts';

const STOP_DELAY_S = 10;
const MAX_BACK_MS = 15_000;
const MAX_SHARE_OF_1S = 0.25;

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '50' },
    sockets: { type: 'string', default: '300' },
    nodes: { type: 'string', default: '3' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const percent = (share: number): string => `${Math.round(share * 100)} %`;

const cluster = await startCluster({
  nodes: Number(values.nodes),
  hasRedis: true,
  env: { STOP_DELAY: String(STOP_DELAY_S) },
});
const nginx = await startNginx(cluster.nodes.map(({ url }) => new URL(url).host));
try {
  const count = Number(values.restarts);
  const result = await runRestarts(cluster, nginx, {
    restarts: count,
    sockets: Number(values.sockets),
    onRestart: ({ signalledAtMs, exitedAtMs, readyAtMs }, index) =>
      print(
        `restart ${index + 1} of ${count}: stopped after ${seconds(exitedAtMs - signalledAtMs)} s, ready ${seconds(readyAtMs - exitedAtMs)} s later`,
      ),
  });
  const { restarts, lists, acknowledged, failed, stored, different, servedAtEnd } = result;
  print('\nrestart  sockets  back after s: p50   p99   max   connections: all  in 1 s  in 100 ms');
  for (const [index, { sockets, p50, p99, max, herd, connections }] of restarts.entries()) {
    const back = [p50, p99, max].map((ms) => seconds(ms).padStart(4)).join('  ');
    const shares = [percent(herd.of1s).padStart(6), percent(herd.of100ms).padStart(9)].join('  ');
    const [number, had, all] = [String(index + 1).padStart(7), String(sockets).padStart(7), String(connections)];
    print(`${number}  ${had}                ${back}               ${all.padStart(3)}  ${shares}`);
  }
  const failures = Object.values(failed).reduce((sum, times) => sum + times, 0);
  const worst = (of: (restart: (typeof restarts)[number]) => number): number => Math.max(0, ...restarts.map(of));
  const longest = worst(({ max }) => max);
  const herd = worst(({ herd: { of1s } }) => of1s);
  const reconnected = restarts.reduce((sum, { sockets }) => sum + sockets, 0);
  const connections = restarts.reduce((sum, restart) => sum + restart.connections, 0);
  const typical = (of: (restart: (typeof restarts)[number]) => number): number => listPercentiles(restarts.map(of)).p50;
  const checks: readonly (readonly [isKept: boolean, what: string])[] = [
    [
      failures === 0 && lists > 0 && acknowledged.length > 0,
      `${failures} of ${lists + acknowledged.length + failures} calls failed`,
    ],
    [different === 0, `${acknowledged.length} orders acknowledged, ${stored.length} stored, ${different} different`],
    [
      longest <= MAX_BACK_MS && servedAtEnd === Number(values.sockets) && reconnected > 0,
      `${reconnected} sockets closed and ${servedAtEnd} of ${values.sockets} served at the end; back after ${seconds(typical(({ p50 }) => p50))} s (p50), ` +
        `${seconds(worst(({ p99 }) => p99))} s (largest p99), ${seconds(longest)} s (longest); ${connections - reconnected} connections refused or lost`,
    ],
    [
      herd <= MAX_SHARE_OF_1S,
      `of a node's sockets at most ${percent(herd)} connected within 1 s and ${percent(worst(({ herd: { of100ms } }) => of100ms))} within 100 ms ` +
        `(medians ${percent(typical(({ herd: { of1s } }) => of1s))} and ${percent(typical(({ herd: { of100ms } }) => of100ms))})`,
    ],
    [restarts.every(({ exitCode }) => exitCode === 0), `${restarts.length} restarts, all ended with exit code 0`],
  ];
  print('');
  for (const [what, times] of Object.entries(failed)) print(`failed ${times} times: ${what}`);
  for (const [isKept, what] of checks) print(`${isKept ? 'pass' : 'FAIL'}: ${what}`);
  process.exitCode = checks.every(([isKept]) => isKept) ? 0 : 1;
} finally {
  await nginx.stop();
  await cluster.stop();
}
