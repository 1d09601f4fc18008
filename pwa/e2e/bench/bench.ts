/**
 * `npm run bench`: the engine in real Chromium on a full catalogue, interleaved with the physical limit and with a row-by-row store, then
 * the server. Prints tables with ratios and writes JSON. Asserts no times: figures compare within one run only.
 * Options: --short (few rows, one round), --rounds N, --out FILE.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { benchFanOut } from '#api/bench/fan-out-bench.ts';
import type { FanOutResult } from '#api/bench/fan-out-bench.ts';
import { benchOrders } from '#api/bench/order-bench.ts';
import type { OrderBenchResult } from '#api/bench/order-bench.ts';
import { benchImages } from '#api/bench/image-bench.ts';
import type { ImageBenchResult } from '#api/bench/image-bench.ts';
import { benchServer } from '#api/bench/server-bench.ts';
import type { BenchResult } from '#api/bench/server-bench.ts';
import { buildOnThread } from '#api/catalog/snapshot/snapshot.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import { runFirstVisit, runHexlime, runPhysical, runQueries, runRows } from './browser-runs.ts';
import type { RunFigures, Scenario } from './browser-runs.ts';
import { runTyping } from './page-runs.ts';
import { findAppVersion } from '../../build/app-version.ts';
import { findRealFile, FULL_ROWS, readDataset } from '../support/dataset.ts';
import { startBenchProxy } from './bench-proxy.ts';
import { benchOutbox } from './outbox-bench.ts';
import { formatBytes, formatMs, formatTable, median } from './statistics.ts';

const SHORT_ROWS = 3_000;
const SAVE_BATCH = 1_000;
const FIRST_VISIT_PATH = '/pcshop?main=Components&category=Video%20Card';
const CHANGED = 100;
const DELETED = 10;

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    out: { type: 'string', default: 'bench-results.json' },
  },
});
const rounds = Number(options.rounds ?? (options.short ? 1 : 5));

const folder = await mkdtemp(join(tmpdir(), 'hexlime-bench-'));
const app = await startTestApp({ env: { PAGE_DIR, DEMO: '0' }, buildSnapshots: buildOnThread });
try {
  const browser = await measure();
  const server = await measureServer();
  const orders = await measureOrders();
  const fanOut = await measureFanOut();
  const pictures = await measurePictures();
  const results = { browser, server, orders, fanOut, pictures };
  await writeFile(options.out, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nwritten to ${options.out}`);
} finally {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<unknown> {
  const dataset = readDataset(options.short ? SHORT_ROWS : FULL_ROWS);
  console.log(`data: ${dataset.name}; ${rounds} rounds`);
  for (let at = 0; at < dataset.rows.length; at += SAVE_BATCH) {
    await app.context.products.saveProducts('pc', dataset.rows.slice(at, at + SAVE_BATCH));
  }
  const manifest = await waitForSnapshot(dataset.rows.length);
  await buildPage();
  const proxy = await startBenchProxy(app.url, join(folder, 'page'));
  try {
    await prepareBodies(proxy, manifest, dataset.rows);
    const scenario = createScenario(dataset.rows.length);
    const runs: Record<'physical' | 'rows' | 'hexlime', RunFigures[]> = { physical: [], rows: [], hexlime: [] };
    for (let round = 0; round < rounds; round++) {
      runs.physical.push(await runPhysical(proxy));
      runs.rows.push(await runRows(proxy, scenario));
      runs.hexlime.push(await runHexlime(proxy, scenario));
      console.log(
        `round ${round + 1}: hexlime ${runs.hexlime.at(-1)?.syncMs.toFixed(0)} ms, rows ${runs.rows.at(-1)?.syncMs.toFixed(0)} ms`,
      );
    }
    const firstVisitMs: number[] = [];
    for (let round = 0; round < rounds; round++) firstVisitMs.push(await runFirstVisit(app.url, FIRST_VISIT_PATH));
    const typingMs: number[] = [];
    for (let round = 0; round < rounds; round++) typingMs.push(await runTyping(app.url, '/pcshop', 'corsair'));
    const queries = await runQueries(proxy, scenario);
    const outbox = await benchOutbox(join(folder, 'page'), rounds);
    const snapshot = describeSnapshot(manifest);
    const idleBytes = await measureNothingNew();
    printBrowser(runs, queries, snapshot, idleBytes, firstVisitMs);
    const { times, requests } = outbox;
    console.log(
      `\nB15 100 optimistic writes: on this device ${formatMs(times.map(({ localMs }) => localMs))}, on the server ${formatMs(times.map(({ serverMs }) => serverMs))}, ${requests} requests`,
    );
    console.log(`\nB5 typing a search, input to next frame at 4x: ${formatMs(typingMs)}`);
    return { dataset: dataset.name, rounds, runs, firstVisitMs, typingMs, queries, outbox, snapshot, idleBytes };
  } finally {
    await proxy.stop();
  }
}

/** Measures reads of the server against a bare node:http server that sends the same bytes. */
async function measureServer(): Promise<BenchResult[]> {
  const productsFile = findRealFile();
  const short = { generated: SHORT_ROWS, rounds: 1, roundMs: 200 };
  const results = await benchServer(
    options.short
      ? { ...short, pageDir: PAGE_DIR }
      : { ...(productsFile !== undefined && { productsFile }), pageDir: PAGE_DIR, rounds },
  );
  const rows = results.map(({ name, bytes, perCpuSecond, barePerCpuSecond, ratio }) => [
    name,
    formatBytes(bytes),
    String(perCpuSecond),
    String(barePerCpuSecond),
    `${(ratio * 100).toFixed(0)} %`,
  ]);
  console.log(
    `\n${formatTable(['B16, B17 server, requests per CPU second', 'bytes', 'Hexlime', 'bare node:http', 'share'], rows)}`,
  );
  return results;
}

/** Measures durable orders against bare durable inserts. */
async function measureOrders(): Promise<OrderBenchResult[]> {
  const results = await benchOrders(options.short ? { rounds: 1, roundMs: 200 } : { rounds });
  const rows = results.map(({ name, perSecond, barePerSecond, ratio }) => [
    name,
    String(perSecond),
    String(barePerSecond),
    `${(ratio * 100).toFixed(0)} %`,
  ]);
  console.log(`\n${formatTable(['B19 durable orders per second', 'Hexlime', 'bare insert', 'share'], rows)}`);
  return results;
}

/** Measures one event for many sockets against a plain loop over as many. */
async function measureFanOut(): Promise<FanOutResult[]> {
  const results = await benchFanOut(options.short ? { sockets: 100, rounds: 1, events: 10 } : { rounds });
  const rows = results.map(({ name, perCpuSecond, barePerCpuSecond, ratio, lastMs, bareLastMs, load }) => [
    name,
    String(perCpuSecond),
    String(barePerCpuSecond),
    `${(ratio * 100).toFixed(0)} %`,
    `${lastMs.toFixed(0)} ms`,
    `${bareLastMs.toFixed(0)} ms`,
    load.toFixed(1),
  ]);
  const heading = `B18 fan-out to ${results[0]?.sockets} sockets, frames per CPU second`;
  console.log(
    `\n${formatTable([heading, 'Hexlime', 'plain loop', 'share', 'last one', 'its last one', 'load'], rows)}`,
  );
  return results;
}

/** Measures the upload of a 12-megapixel image against encoding its two sizes without a server. */
async function measurePictures(): Promise<ImageBenchResult> {
  const result = await benchImages(options.short ? { rounds: 1, formPhotos: 3 } : { rounds });
  const { answerMs, answerCpuMs, plainMs, ratio, formGrowthBytes } = result;
  const inMs = (value: number): string => `${value.toFixed(0)} ms`;
  console.log(
    `\n${formatTable(
      ['B20 photo of 12 megapixels', 'answered', 'on all cores', 'two sizes one by one', 'ratio', 'growth of a form'],
      [['', inMs(answerMs), inMs(answerCpuMs), inMs(plainMs), `${ratio.toFixed(2)} x`, formatBytes(formGrowthBytes)]],
    )}`,
  );
  return result;
}

async function waitForSnapshot(rows: number): Promise<Manifest> {
  for (;;) {
    const reply = await fetch(`${app.url}/api/sync/pc/manifest`);
    const manifest = reply.ok ? ((await reply.json()) as Manifest) : undefined;
    if (manifest?.rows === rows) return manifest;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function buildPage(): Promise<void> {
  await build({
    configFile: false,
    define: { __APP_VERSION__: JSON.stringify(findAppVersion()) },
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    build: { outDir: join(folder, 'page'), emptyOutDir: true, target: 'es2022' },
    worker: { format: 'es' },
  });
}

/** Prepares the catalogue as JSON lines for the row store and as one body for the physical limit, each compressed once. */
async function prepareBodies(
  proxy: Awaited<ReturnType<typeof startBenchProxy>>,
  manifest: Manifest,
  rows: ReturnType<typeof readDataset>['rows'],
): Promise<void> {
  const compress = (bytes: Uint8Array): Buffer =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const lines = rows.map(({ fields }, place) => JSON.stringify({ id: place + 1, ...fields })).join('\n');
  proxy.prepare('/bench/rows.ndjson', {
    bytes: compress(Buffer.from(lines)),
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'br' },
  });
  const blocks = await Promise.all(
    manifest.blocks.map(async ({ hash }) =>
      Buffer.from(await (await fetch(`${app.url}/api/sync/blocks/${hash}`)).arrayBuffer()),
    ),
  );
  proxy.prepare('/bench/bytes', {
    bytes: compress(Buffer.concat(blocks)),
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'br' },
  });
}

function createScenario(rows: number): Scenario {
  let turn = 0;
  return {
    category: { ...EMPTY_BROWSE_STATE, mainCategory: 'Components', category: 'Video Card', sort: 'priceAsc' },
    searches: ['corsair', 'vengeance rgb 32', 'a', 'no such thing', 'rtx 40', 'geforce'],
    change: async () => {
      turn += 1;
      const { epoch, seq } = (await (await fetch(`${app.url}/api/products?shop=pc`)).json()) as {
        epoch: string;
        seq: number;
      };
      const step = Math.floor(rows / (CHANGED + 1));
      const ids = Array.from({ length: CHANGED }, (_, place) => 1 + place * step + (turn % step));
      await app.context.products.saveProducts(
        'pc',
        ids.map((id) => ({
          id,
          fields: {
            price: `${100 + turn}.5`,
            title: `Changed ${turn} of ${id}`,
            main_category: 'Components',
            category: 'Video Card',
          },
        })),
      );
      await app.context.products.deleteProducts(
        'pc',
        Array.from({ length: DELETED }, (_, place) => rows - turn * DELETED - place),
      );
      return { epoch, since: seq };
    },
  };
}

function describeSnapshot(manifest: Manifest): { cardBlocks: number; blocks: number; storedBytes: number } {
  return {
    cardBlocks: manifest.blocks.filter((block) => block.kind === 'cards').length,
    blocks: manifest.blocks.length,
    storedBytes: manifest.blocks.reduce((sum, block) => sum + block.bytes, 0),
  };
}

/** Measures the body bytes of a pull without changes. */
async function measureNothingNew(): Promise<number> {
  const { epoch, seq } = (await (await fetch(`${app.url}/api/products?shop=pc`)).json()) as {
    epoch: string;
    seq: number;
  };
  const reply = await fetch(`${app.url}/api/sync/pc/changes?epoch=${epoch}&since=${seq}`);
  return (await reply.arrayBuffer()).byteLength;
}

function printBrowser(
  runs: Record<'physical' | 'rows' | 'hexlime', RunFigures[]>,
  queries: { searchMs: number[]; queryMs: number[]; memoryBytes: number },
  snapshot: ReturnType<typeof describeSnapshot>,
  idleBytes: number,
  firstVisitMs: readonly number[],
): void {
  const values = (candidate: RunFigures[], name: keyof RunFigures): number[] =>
    candidate.map((run) => run[name]).filter((value) => value !== undefined);
  const ratio = (name: keyof RunFigures, other: 'physical' | 'rows'): string => {
    const value = median(values(runs[other], name)) / median(values(runs.hexlime, name));
    return Number.isNaN(value) ? '' : `${value.toFixed(2)} x`;
  };
  const row = (label: string, name: keyof RunFigures, format: (values: readonly number[]) => string): string[] => [
    label,
    format(values(runs.hexlime, name)),
    format(values(runs.rows, name)),
    ratio(name, 'rows'),
    format(values(runs.physical, name)),
    ratio(name, 'physical'),
  ];
  const bytes = (measured: readonly number[]): string => (measured.length === 0 ? '-' : formatBytes(median(measured)));
  const count = (measured: readonly number[]): string => (measured.length === 0 ? '-' : String(median(measured)));
  console.log(
    `\n${formatTable(
      [
        'in the browser, median (min-max)',
        'Hexlime',
        'rows in Dexie',
        'rows / Hexlime',
        'one put',
        'one put / Hexlime',
      ],
      [
        row('cards answer queries, from navigation', 'cardsMs', formatMs),
        row('B7 first sync, from navigation until everything is stored', 'syncMs', formatMs),
        row('requests', 'syncRequests', count),
        row('B8 bytes on the wire', 'syncBytes', bytes),
        row('longest main-thread task (0: under 50 ms)', 'longestTaskMs', formatMs),
        row('B14 storage used', 'storageBytes', bytes),
        row('B9 diff of 100 + 10, to the database', 'diffMs', formatMs),
        row('diff requests', 'diffRequests', count),
        row('diff bytes', 'diffBytes', bytes),
        row('B11 navigation in a new browser process to first 25 by price', 'coldMs', formatMs),
        row('first search, with way to the page', 'firstSearchMs', formatMs),
        row('later searches, with way to the page', 'laterSearchMs', formatMs),
      ],
    )}`,
  );
  console.log(
    `\n${formatTable(
      ['in the engine', 'figure'],
      [
        ['B12 substring search, all hits', formatMs(queries.searchMs)],
        ['B13 sort or category change with total', formatMs(queries.queryMs)],
        ['B13 catalogue in memory', formatBytes(queries.memoryBytes)],
        ['cards blocks / all blocks', `${snapshot.cardBlocks} / ${snapshot.blocks}`],
        ['bytes of all blocks as stored', formatBytes(snapshot.storedBytes)],
        ['B9 nothing new, body', formatBytes(idleBytes)],
        ['B10 slow line, first visit to a category: first 25 cards', formatMs(firstVisitMs)],
      ],
    )}`,
  );
}
