/**
 * `npm run bench`: the engine in real Chromium on a full catalogue, interleaved with the physical limit and with a row-by-row store, then
 * the server. Prints tables with ratios and writes JSON. Asserts no times: figures compare within one run only.
 * Options: --short (few rows, one round), --rows N, --rounds N, --line fast|poor|"very poor", --only-browser, --data FILE (gzipped JSON
 * lines of an import), --out FILE.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { benchFanOut } from '#api/bench/fan-out-bench.ts';
import type { FanOutResult } from '#api/bench/fan-out-bench.ts';
import { benchOrders } from '#api/bench/order-bench.ts';
import type { OrderBenchResult } from '#api/bench/order-bench.ts';
import { benchImages } from '#api/bench/image-bench.ts';
import type { ImageBenchResult } from '#api/bench/image-bench.ts';
import { benchServer } from '#api/bench/server-bench.ts';
import type { BenchResult } from '#api/bench/server-bench.ts';
import { buildInProcess } from '#api/catalog/snapshot/build-in-process.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { readChecks } from '../support/check-bodies.ts';
import { createDevice } from '../support/device.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import { behindLine, LINES, runFirstVisit, runHexlime, runLimit, runQueries, runRows } from './browser-runs.ts';
import type { Scenario } from './browser-runs.ts';
import { runTyping } from './page-runs.ts';
import { findRealFile, FULL_ROWS, readDataset } from '../support/shops/dataset.ts';
import { startBenchProxy } from './bench-proxy.ts';
import { buildPage } from './build-page.ts';
import { completeRows, fillShop } from './fill-shop.ts';
import { startWritesBench } from './outbox-bench.ts';
import { runShopFromDisk } from './shop-visits.ts';
import { createRuns, formatLoad, formatSpeedTable } from './speed-table.ts';
import { fetchBlocks, formatBlocks } from './snapshot-blocks.ts';
import type { SnapshotBlock } from './snapshot-blocks.ts';
import { formatBytes, formatMs, formatTable } from './statistics.ts';

const SHORT_ROWS = 3_000;
/** The list that a repeat visit shows, as in the scenario. */
const SHOP_PATH = '/pcshop?main=Components&category=Video%20Card&sort=priceAsc';
const FIRST_VISIT_PATH = '/pcshop?main=Components&category=Video%20Card';
const CHANGED = 100;
const DELETED = 10;

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rows: { type: 'string' },
    line: { type: 'string', default: 'fast' },
    rounds: { type: 'string' },
    data: { type: 'string' },
    'only-browser': { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench-results.json' },
  },
});
if (options.data !== undefined) process.env['CATALOGUE_FILE'] = options.data;
const rounds = Number(options.rounds ?? (options.short ? 1 : 5));
const rowCount = Number(options.rows ?? (options.short ? SHORT_ROWS : FULL_ROWS));
const line = options.line as keyof typeof LINES;
if (!(line in LINES)) throw new Error(`There is no line ${line}`);

const folder = await mkdtemp(join(tmpdir(), 'hexlime-bench-'));
const app = await startTestApp({ env: { PAGE_DIR, DEMO: '0' }, buildSnapshots: buildInProcess });
try {
  const browser = await measure();
  const results = options['only-browser']
    ? { browser }
    : {
        browser,
        server: await measureServer(),
        orders: await measureOrders(),
        fanOut: await measureFanOut(),
        images: await measureImages(),
      };
  await writeFile(options.out, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nwritten to ${options.out}`);
} finally {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<unknown> {
  const dataset = readDataset(rowCount);
  const products = completeRows(dataset.rows);
  console.log(
    `data: ${dataset.name}, with placeholders and view counts; ${line} line; ${rounds} rounds; load ${formatLoad()}`,
  );
  const manifest = await fillShop(app, products);
  const pageFolder = join(folder, 'page');
  await buildPage(pageFolder);
  const proxy = await startBenchProxy(app.url, pageFolder);
  const writes = await startWritesBench(pageFolder);
  try {
    const blocks = await fetchBlocks(app.url, manifest);
    prepareBodies(proxy, blocks, products);
    const scenario = createScenario(dataset.rows.length);
    const candidates = createRuns();
    const { limit, rows, hexlime } = candidates;
    const onLine = <T>(run: (behind: typeof proxy) => Promise<T>): Promise<T> =>
      behindLine(proxy.url, line, (url) => run({ ...proxy, url }));
    for (let round = 0; round < rounds; round++) {
      limit.runs.push(await onLine(runLimit));
      rows.runs.push(await onLine((behind) => runRows(behind, scenario)));
      hexlime.runs.push(await onLine((behind) => runHexlime(behind, scenario)));
      hexlime.shops.push(await runShopFromDisk(app.url, SHOP_PATH));
      rows.writes.push(await writes.rows());
      hexlime.writes.push(await writes.hexlime());
      console.log(`round ${round + 1} of ${rounds}; load ${formatLoad()}`);
    }
    console.log(`\n${formatSpeedTable(candidates)}`);
    console.log(`\n${formatBlocks(blocks)}`);
    const firstVisitMs: number[] = [];
    for (let round = 0; round < rounds; round++)
      firstVisitMs.push(await behindLine(app.url, 'poor', (url) => runFirstVisit(url + FIRST_VISIT_PATH)));
    const typingMs: number[] = [];
    for (let round = 0; round < rounds; round++) typingMs.push(await runTyping(app.url, '/pcshop', 'corsair'));
    const queries = await runQueries(proxy, scenario);
    const idleBytes = await measureNothingNew();
    printEngine(queries, idleBytes, firstVisitMs);
    console.log(`\nB5 typing a search, input to next frame at 4x: ${formatMs(typingMs)}`);
    return { dataset: dataset.name, rounds, candidates, firstVisitMs, typingMs, queries, idleBytes };
  } finally {
    await writes.stop();
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
async function measureImages(): Promise<ImageBenchResult> {
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

/** Prepares the catalogue as JSON lines for the row store and as one body for the physical limit, each compressed once. */
function prepareBodies(
  proxy: Awaited<ReturnType<typeof startBenchProxy>>,
  blocks: readonly SnapshotBlock[],
  rows: ReturnType<typeof completeRows>,
): void {
  const compress = (bytes: Uint8Array): Buffer =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const lines = rows
    .map(({ fields, images }, place) => JSON.stringify({ id: place + 1, ...fields, placeholder: images?.placeholder }))
    .join('\n');
  proxy.prepare('/bench/rows.ndjson', {
    body: compress(Buffer.from(lines)),
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'br' },
  });
  proxy.prepare('/bench/bytes', {
    body: compress(Buffer.concat(blocks.map(({ content }) => content))),
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

/** Measures the body bytes of an answer to a device that has the newest state of all shops, in the first check of a new tab. */
async function measureNothingNew(): Promise<number> {
  const device = createDevice(app.url);
  try {
    const checks = readChecks(device);
    (await checks.openWhole()).close();
    return Buffer.byteLength(await checks.bodyAfter(checks.openAgain));
  } finally {
    device.closeAll();
  }
}

function printEngine(
  queries: { searchMs: number[]; queryMs: number[]; memoryBytes: number },
  idleBytes: number,
  firstVisitMs: readonly number[],
): void {
  console.log(
    `\n${formatTable(
      ['in the engine', 'figure'],
      [
        ['B12 substring search, all hits', formatMs(queries.searchMs)],
        ['B13 sort or category change with total', formatMs(queries.queryMs)],
        ['B13 catalogue in memory', formatBytes(queries.memoryBytes)],
        ['B9 nothing new, body', formatBytes(idleBytes)],
        ['B10 slow line, first visit to a category: first 25 cards', formatMs(firstVisitMs)],
      ],
    )}`,
  );
}
