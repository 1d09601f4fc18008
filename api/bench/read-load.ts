/**
 * Load of the most expensive reads: many clients with varying parameters beside shoppers and health checks.
 * `node api/bench/read-load.ts --products FILE.jsonl.gz --page dist --seconds 60 [--clients 64] [--per-network 1]` prints figures as JSON;
 * `--url http://… --pid N` measures a running server, which must trust one proxy. Asserts no times.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Manifest } from '#contract/http/catalog.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import { send } from '../testing/clients/send.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { quantile } from './chat-bench-process.ts';
import { readProducts } from './read-products.ts';
import { shopperRead } from './expensive-reads.ts';
import type { LoadTask } from './read-load-clients.ts';

/** Replies by status, and times in ms. */
export interface LoadFigures {
  readonly statuses: Readonly<Record<number, number>>;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The reads that took longest, with the second of their end. */
  readonly slowest: readonly (readonly [ms: number, path: string, atSecond: number])[];
}

export interface ReadLoadResult {
  readonly seconds: number;
  readonly health: LoadFigures;
  readonly shoppers: LoadFigures;
  /** Replies to the expensive reads, by status. */
  readonly expensive: Readonly<Record<number, number>>;
  /** Resident memory of the server: before the load, the most during it, and at its end; undefined: not measured. */
  readonly rssMb: readonly [before: number, most: number, end: number] | undefined;
  /** Load averages of the machine before and after; one above the number of its processors means that times include waiting for other load. */
  readonly loadAverage: readonly [before: number, after: number];
}

export interface ReadLoadOptions {
  readonly url: string;
  /** Process of the server; without it, its memory is not measured. */
  readonly pid: number | undefined;
  readonly seconds: number;
  readonly clients: number;
  readonly perNetwork: number;
}

const SLOWEST = 3;
const SHOPPERS = 8;
const SHOPPER_PAUSE_MS = 100;
const HEALTH_PAUSE_MS = 20;
const MEMORY_PAUSE_MS = 500;
/** How long shoppers read before the load begins, so that the load meets a shop in use and not the first seconds of a server. */
const WARM_UP_MS = 5_000;

/** Loads a running server and measures what health checks and shoppers notice of it. */
export async function measureReadLoad(options: ReadLoadOptions): Promise<ReadLoadResult> {
  const { url, pid, seconds, clients, perNetwork } = options;
  const { epoch } = (await (await fetch(`${url}/api/sync/pc/manifest`)).json()) as Manifest;
  const shop = (endMs: number, record: Recorder) =>
    Promise.all(
      Array.from({ length: SHOPPERS }, (_, shopper) => {
        let number = shopper;
        return repeat(endMs, SHOPPER_PAUSE_MS, () =>
          record.ask(url, shopperRead((number += SHOPPERS - 1)).path, `198.51.100.${shopper}`),
        );
      }),
    );
  await shop(Date.now() + WARM_UP_MS, createRecorder());
  const before = { load: loadavg()[0] ?? 0, rss: await readRssMb(pid) };
  const endMs = Date.now() + seconds * 1_000;
  const task: LoadTask = { url, epoch, clients, perNetwork, endMs };
  const load = new Worker(new URL('./read-load-clients.ts', import.meta.url), { workerData: task });
  const health = createRecorder();
  const shoppers = createRecorder();
  let mostRss = 0;
  let checks = 0;
  const [[expensive]] = await Promise.all([
    once(load, 'message') as Promise<[LoadFigures['statuses']]>,
    // From several addresses, because health checks count toward the limit of reads.
    repeat(endMs, HEALTH_PAUSE_MS, () => health.ask(url, '/healthz', `192.0.2.${++checks % 250}`)),
    repeat(endMs, MEMORY_PAUSE_MS, async () => (mostRss = Math.max(mostRss, (await readRssMb(pid)) ?? 0))),
    shop(endMs, shoppers),
  ]);
  const endRss = await readRssMb(pid);
  return {
    seconds,
    health: health.figures(),
    shoppers: shoppers.figures(),
    expensive,
    rssMb: before.rss === undefined || endRss === undefined ? undefined : [before.rss, mostRss, endRss],
    loadAverage: [before.load, loadavg()[0] ?? 0],
  };
}

async function repeat(endMs: number, pauseMs: number, act: () => Promise<unknown>): Promise<void> {
  while (Date.now() < endMs) {
    await act();
    await delay(pauseMs);
  }
}

interface Recorder {
  /** Asks for a path and records the status and the time of the reply. */
  ask(url: string, path: string, address: string): Promise<void>;
  figures(): LoadFigures;
}

function createRecorder(): Recorder {
  const times: number[] = [];
  const reads: [ms: number, path: string, atSecond: number][] = [];
  const startMs = performance.now();
  const statuses: Record<number, number> = {};
  return {
    async ask(url, path, address) {
      const start = performance.now();
      const { status } = await send(url, path, { headers: { 'x-forwarded-for': address, 'accept-encoding': 'br' } });
      const end = performance.now();
      times.push(end - start);
      reads.push([round(end - start), path, Math.round((end - startMs) / 1_000)]);
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
    figures: () => ({
      statuses,
      medianMs: round(quantile(times, 0.5)),
      p99Ms: round(quantile(times, 0.99)),
      maxMs: round(Math.max(...times)),
      slowest: reads.toSorted(([a], [b]) => b - a).slice(0, SLOWEST),
    }),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Reads the resident memory of a process from Linux's `/proc`, in MB; undefined elsewhere. */
async function readRssMb(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined) return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_000);
}

/** Fills a data folder with the catalogue and its snapshot. */
async function fillFolder(dataDir: string, file: string): Promise<void> {
  const app = await startTestApp({ dataDir });
  for await (const batch of readProducts(file)) await app.context.products.saveProducts('pc', batch);
  await app.server.snapshots.build(['pc']);
  await app.stop();
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '' },
      page: { type: 'string', default: 'dist' },
      seconds: { type: 'string', default: '60' },
      clients: { type: 'string', default: '64' },
      'per-network': { type: 'string', default: '1' },
      url: { type: 'string' },
      pid: { type: 'string' },
    },
  });
  const common = {
    seconds: Number(values.seconds),
    clients: Number(values.clients),
    perNetwork: Number(values['per-network']),
  };
  const measure = async (url: string, pid: number | undefined): Promise<void> => {
    const result = await measureReadLoad({ ...common, url, pid });
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  };
  if (values.url === undefined) {
    const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-read-load-'));
    await fillFolder(dataDir, values.products);
    const server = startServerProcess(dataDir, { TRUSTED_PROXIES: '1', PAGE_DIR: resolve(values.page) });
    try {
      await measure(await server.url(), server.child.pid);
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  } else await measure(values.url, values.pid === undefined ? undefined : Number(values.pid));
}
