import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';
import { UnitRepetitions } from '../storage/unit-repetitions.ts';
import { createMetrics } from './metrics.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const start = async (): Promise<TestApp> => (app = await startTestApp({ env: { METRICS_PORT: '0' } }));

const metricsUrl = ({ server }: TestApp): string => String(server.metricsUrl?.replace('localhost', '127.0.0.1'));

/** Returns the present figures by name and labels. */
async function readFigures(shop: TestApp): Promise<Map<string, number>> {
  const response = await fetch(`${metricsUrl(shop)}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return parseFigures(await response.text());
}

function parseFigures(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

const countOf = (method: string, route: string, status: string): string =>
  `hexlime_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

/** Figures of the process that the dashboard leaves out, with the reasons. */
const LEFT_OUT: readonly RegExp[] = [
  // Kinds of processor time; their sum is shown.
  /^process_cpu_(user|system)_seconds_total$/,
  // Statistics of the event loop's delay other than the 99th percentile, which is shown.
  /^nodejs_eventloop_lag_(?!p99_)/,
  // Parts of the resident memory, which is shown.
  /^(process_(virtual_memory|heap)|nodejs_(heap_|external_memory_))/,
  /^nodejs_gc_duration_seconds$/,
  // For finding a cause, not for monitoring: what the process has open, when it started, and its version.
  /^nodejs_active_(handles|requests|resources)/,
  /^process_(open_fds|max_fds|start_time_seconds)$/,
  /^nodejs_version_info$/,
];

/** Lists the metrics of a server. */
async function listNames(shop: TestApp): Promise<ReadonlySet<string>> {
  await (await fetch(`${shop.url}/api/sync/account`)).arrayBuffer();
  const text = await (await fetch(`${metricsUrl(shop)}/metrics`)).text();
  return new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name ?? ''));
}

/** Lists the metrics that a file names. */
async function listUsed(file: string): Promise<ReadonlySet<string>> {
  const names = (await readFile(file, 'utf8')).match(/\b(?:hexlime|nodejs|process)_\w+/g) ?? [];
  return new Set(names.map((name) => name.replace(/_(bucket|count)$/, '')));
}

describe('metrics', () => {
  it('count requests by endpoint and status, with no label chosen by a client', async () => {
    const shop = await start();
    await shop.server.snapshots.build();
    for (const path of ['/api/products/5?shop=pc', '/api/sync/pc/manifest', '/api/sync/pc/manifest?x=1']) {
      await (await fetch(shop.url + path)).arrayBuffer();
    }
    for (const path of ['/api/nothing-1', '/api/nothing-2', '/nothing', '/images/nothing.webp']) {
      await (await fetch(shop.url + path)).arrayBuffer();
    }
    await new Promise((resolve) => {
      const odd = request(shop.url, { method: 'PROPFIND' }, (response) => response.resume().once('close', resolve));
      odd.end();
    });
    const figures = await readFigures(shop);
    expect(figures.get(countOf('GET', '/api/sync/{shop}/manifest', '200'))).toBe(2);
    expect(figures.get(countOf('GET', 'unknown', '404'))).toBe(2);
    expect(figures.get('hexlime_http_requests_in_flight')).toBe(0);
    const labels = [...figures.keys()].join('\n');
    expect(labels).toContain('method="other"');
    expect(labels).not.toMatch(/nothing|PROPFIND|x=1/);
  });

  it('show rejections, open sockets, jobs, the log of the database, feeds and the process', async () => {
    const shop = await start();
    await shop.context.products.saveProducts('pc', [
      { id: 1, fields: { title: 'Lamp', main_category: 'Lighting', category: 'Desk' } },
    ]);
    const rejected = await fetch(`${shop.url}/api/sync/account`);
    expect(rejected.status).toBe(401);
    await rejected.arrayBuffer();
    const socket = new WebSocket(`${shop.url.replace('http', 'ws')}/realtime`, { origin: shop.url });
    await new Promise((resolve) => socket.once('open', resolve));
    const figures = await readFigures(shop);
    const rejections = [...figures].filter(([name]) => name.startsWith('hexlime_rejected_calls_total'));
    expect(rejections.map(([, count]) => count)).toEqual([1]);
    expect(figures.get('hexlime_sockets')).toBe(1);
    expect(figures.get('hexlime_database_durable')).toBe(1);
    if (ON_SQLITE) expect(figures.get('hexlime_database_wal_bytes')).toBeGreaterThan(0);
    expect(figures.get('hexlime_shop_feed_position{shop="pc"}')).toBeGreaterThan(0);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect([...figures.keys()].some((name) => name.startsWith('hexlime_job_duration_seconds_count'))).toBe(true);
    socket.close();
  });

  it('show how many units of writing wait for others, and the longest wait so far', async () => {
    const shop = await start();
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const readWaits = async () => {
      const figures = await readFigures(shop);
      return [
        figures.get('hexlime_write_units_waiting'),
        figures.get('hexlime_write_units_longest_wait_seconds'),
      ] as const;
    };
    const first = shop.context.write(
      async ({ trx }) => {
        // On PostgreSQL the locks of a unit are taken with its first statement.
        await trx.selectFrom('meta').select('key').limit(1).execute();
        begun.resolve();
        await held.promise;
      },
      ['user:alice'],
    );
    const others = begun.promise.then(() =>
      Promise.all([1, 2, 3, 4].map(() => shop.context.write(async () => undefined, ['user:alice']))),
    );
    try {
      await begun.promise;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const [waiting, longestWait] = await readWaits();
      // On PostgreSQL the second unit of a lane has a connection already, and waits for its locks there. Units of jobs may wait as well.
      expect(waiting).toBeGreaterThanOrEqual(ON_SQLITE ? 4 : 3);
      expect(longestWait).toBeGreaterThanOrEqual(0.09);
      const busy = (await readFigures(shop)).get('hexlime_database_connections{use="writing",state="busy"}');
      if (ON_SQLITE) expect(busy).toBeUndefined();
      else expect(busy).toBeGreaterThanOrEqual(2);
    } finally {
      held.resolve();
    }
    await Promise.all([first, others]);
    await expect.poll(readWaits).toEqual([0, 0]);
  });

  it.runIf(ON_SQLITE)('exist under the names that the dashboard and the manual use', async () => {
    const defined = await listNames(await start());
    for (const file of ['deploy/grafana.json', 'docs/operating/metrics.md']) {
      const used = await listUsed(file);
      expect(used.size).toBeGreaterThan(5);
      expect([...used].filter((name) => !defined.has(name))).toEqual([]);
    }
  });

  it.each([true, false])('show what nodes share, and whether commits are durable (well: %s)', async (isWell) => {
    const { context } = await start();
    const unitRepetitions = new UnitRepetitions();
    if (!isWell) unitRepetitions.note('conflict');
    const metrics = createMetrics({
      ...context,
      database: {
        ...context.database,
        isDurable: () => Promise.resolve(isWell),
        unitRepetitions,
        countConnections: () => ({
          writing: { busy: 1, idle: 2, awaited: isWell ? 0 : 5 },
          reading: { busy: 0, idle: 0, awaited: 0 },
        }),
      },
      bus: { health: () => ({ carrier: 'valkey', isConnected: isWell, roundTripMs: isWell ? 3 : undefined }) },
      buckets: { isHealthy: () => isWell },
      leases: { countHeld: () => (isWell ? 2 : 0) },
    });
    const figures = parseFigures(await metrics.read());
    expect(figures.get('hexlime_database_durable')).toBe(isWell ? 1 : 0);
    expect(figures.get('hexlime_events_connected')).toBe(isWell ? 1 : 0);
    expect(figures.get('hexlime_events_round_trip_seconds')).toBe(isWell ? 0.003 : 0);
    expect(figures.get('hexlime_limits_healthy')).toBe(isWell ? 1 : 0);
    expect(figures.get('hexlime_leases_held')).toBe(isWell ? 2 : 0);
    expect(figures.get('hexlime_write_units_repeated_total{reason="conflict"}')).toBe(isWell ? 0 : 1);
    expect(figures.get('hexlime_database_connections{use="writing",state="awaited"}')).toBe(isWell ? 0 : 5);
  });

  it('are all in the dashboard, except those left out for a reason', async () => {
    const defined = await listNames(await start());
    const shown = await listUsed('deploy/grafana.json');
    const missing = [...defined].filter((name) => !shown.has(name));
    const isLeftOut = (name: string): boolean => LEFT_OUT.some((pattern) => pattern.test(name));
    expect(missing.filter((name) => !isLeftOut(name))).toEqual([]);
    expect(LEFT_OUT.filter((pattern) => !missing.some((name) => pattern.test(name)))).toEqual([]);
  });

  it('are served only on their own port, at one address', async () => {
    const shop = await start();
    const post = await fetch(`${metricsUrl(shop)}/metrics`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${metricsUrl(shop)}/`)).status).toBe(404);
    expect(await (await fetch(`${shop.url}/metrics`)).text()).not.toContain('hexlime_');
  });

  it('are not served unless they are enabled', async () => {
    app = await startTestApp({});
    expect(app.server.metricsUrl).toBeUndefined();
  });
});
