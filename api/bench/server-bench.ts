import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve as toAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { browseProducts, Manifest } from '#contract/http/catalog.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { Categories } from '#contract/http/products.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { CAMERA_ID } from '../testing/apps/order-app.ts';
import { createRandom } from '../testing/random.ts';
import type { Order, RecordedReply, Report } from './bench-server.ts';
import { load } from './load.ts';
import type { LoadRequest } from './load.ts';

/**
 * One kind of request, compared with the same bytes from a bare node:http server; a request that no cache answers is compared with a
 * node:http server that runs two statements.
 */
export interface BenchResult {
  readonly name: string;
  readonly bytes: number;
  /** Requests per second of the server's own processor time; medians. */
  readonly perCpuSecond: number;
  readonly barePerCpuSecond: number;
  readonly ratio: number;
}

export interface BenchOptions {
  /** Products as gzipped JSON lines; generated when the file does not exist. */
  readonly productsFile?: string;
  /** Number of generated products. */
  readonly generated?: number;
  /** The built page; without one, the server has a page of a single script. */
  readonly pageDir?: string;
  /** Runs only cases whose name contains this text; all when omitted. */
  readonly only?: string;
  readonly rounds?: number;
  readonly roundMs?: number;
  readonly connections?: number;
}

interface Server {
  readonly child: ChildProcess;
  readonly open: Extract<Report, { type: 'open' }>;
}

interface Case {
  readonly name: string;
  readonly request: LoadRequest;
  /** The baseline server that the case is compared with. */
  readonly baseline: 'bytes' | 'queries';
}

/** Time in which a document is compressed at the highest quality. */
const RECOMPRESSION_MS = 1_000;
/** A server that uses less than a twentieth of a core for this long is idle. */
const IDLE_MS = 500;
const MAX_IDLE_CHECKS = 120;
const BROTLI = { 'accept-encoding': 'br' };

/**
 * Measures the server's responses, alternating with the baseline server of each case, so that other load on the machine affects both
 * equally.
 */
export async function benchServer(options: BenchOptions = {}): Promise<BenchResult[]> {
  const { productsFile = '', generated, only = '', rounds = 5, roundMs = 1_000, connections = 32 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-bench-'));
  const children: ChildProcess[] = [];
  try {
    const pageDir = options.pageDir ?? (await makePage(folder));
    const app = await startServer(['catalogue', pageDir, productsFile, String(generated ?? '')]);
    children.push(app.child);
    const baselines = {
      bytes: await startServer(['bytes']),
      queries: await startServer(['queries', app.open.database]),
    };
    children.push(baselines.bytes.child, baselines.queries.child);
    const cases = (await listCases(app, pageDir)).filter(({ name }) => name.includes(only));
    const recorded = new Map<string, RecordedReply>();
    for (const { request } of cases) recorded.set(request.path, await record(app.open.url, request));
    await ask(baselines.bytes.child, { type: 'serve', replies: Object.fromEntries(recorded) }, 'serving');

    await waitUntilIdle(app);
    const results: BenchResult[] = [];
    for (const { name, request, baseline: against } of cases) {
      const own: number[] = [];
      const baseline: number[] = [];
      for (let round = -1; round < rounds; round++) {
        const measured = await measure(app, request, connections, roundMs);
        const compared = await measure(baselines[against], request, connections, roundMs);
        // The first round warms up.
        if (round < 0) continue;
        own.push(measured);
        baseline.push(compared);
      }
      const bytes = Buffer.from(recorded.get(request.path)?.body ?? '', 'base64').length;
      const [perCpuSecond, barePerCpuSecond] = [median(own), median(baseline)];
      results.push({
        name,
        bytes,
        perCpuSecond,
        barePerCpuSecond,
        ratio: Math.round((perCpuSecond / barePerCpuSecond) * 1_000) / 1_000,
      });
    }
    return results;
  } finally {
    for (const child of children) {
      child.disconnect();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a page with a script that is as large as the real one when compressed with brotli. */
async function makePage(folder: string): Promise<string> {
  const random = createRandom(1);
  const script = Array.from({ length: 12_000 }, () => Math.floor(random() * 0xffff_ffff).toString(36)).join(';');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'assets', 'index-bench.js'), script);
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>bench</title>');
  return folder;
}

async function listCases({ open: { url, epoch, seq, identity, sub } }: Server, pageDir: string): Promise<Case[]> {
  const get = (name: string, path: string): Case => ({
    name,
    request: { method: 'GET', path, headers: BROTLI },
    baseline: 'bytes',
  });
  const page = get(
    'browse page of 25 cards',
    '/api/sync/pc/browse?mainCategory=Components&category=Memory&sort=priceAsc',
  );
  const manifest = (await (await fetch(`${url}/api/sync/pc/manifest`)).json()) as Manifest;
  const blockOf = (kind: string) => `/api/sync/blocks/${manifest.blocks.find((block) => block.kind === kind)?.hash}`;
  return [
    get('list of all products', '/api/products?shop=pc'),
    page,
    {
      name: 'browse page, asked for the first time',
      request: { ...page.request, paths: await listPages(url) },
      baseline: 'queries',
    },
    get('overview', '/api/sync/pc/overview'),
    get('one product', '/api/products/25?shop=pc'),
    get('diff, nothing new', `/api/sync/pc/changes?epoch=${epoch}&since=${seq}`),
    get('diff, 100 changes', `/api/sync/pc/changes?epoch=${epoch}&since=${seq - 100}`),
    get('manifest', '/api/sync/pc/manifest'),
    get('cards block', blockOf('cards')),
    get('details block', blockOf('details')),
    get('static file', await findScript(pageDir)),
    get('document: start screen', '/pcshop'),
    get('document: category', '/pcshop?main=Components&category=Memory'),
    get('document: product', '/pcshop?product=25'),
    get('Express: readiness', '/readyz'),
    {
      name: 'cart: add, signed in and durable',
      request: {
        method: 'POST',
        path: '/api/cart',
        headers: { 'content-type': 'application/json', ...identity },
        body: JSON.stringify({ google_id: sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 }),
      },
      baseline: 'bytes',
    },
    {
      name: 'cart: list',
      request: { method: 'GET', path: `/api/cart/${sub}`, headers: { ...BROTLI, ...identity } },
      baseline: 'bytes',
    },
    {
      name: 'Express: one product of a batch',
      request: {
        method: 'POST',
        path: '/api/products/batch?shop=pc',
        headers: { 'content-type': 'application/json' },
        body: '{"ids":[25]}',
      },
      baseline: 'bytes',
    },
  ];
}

/** Number of a category's pages that are requested: about as many as visitors reach. */
const MAX_PAGE = 40;

/**
 * Lists pages of every category, sorted by title: an index has this order. Sorting in another order takes SQLite ten times as long as the
 * rest of a read.
 */
async function listPages(url: string): Promise<string[]> {
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const { categoryMap } = (await read('/api/categories?shop=pc')) as Categories;
  const shelves = Object.entries(categoryMap).flatMap(([mainCategory, names]) =>
    names.map((category) => `/api/sync/pc/browse?${new URLSearchParams({ mainCategory, category })}`),
  );
  const pages: string[] = [];
  for (const shelf of shelves) {
    const { total } = (await read(shelf)) as EndpointReply<typeof browseProducts>;
    for (let page = 1; page <= Math.min(MAX_PAGE, Math.ceil(total / PAGE_SIZE)); page++)
      pages.push(`${shelf}&page=${page}`);
  }
  return pages;
}

/** Finds the largest script of a page. */
async function findScript(pageDir: string): Promise<string> {
  const names = (await readdir(join(pageDir, 'assets'))).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(pageDir, 'assets', name))).size));
  return `/assets/${names[sizes.indexOf(Math.max(...sizes))]}`;
}

async function startServer(args: readonly string[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'bench-server.ts'), args);
  const [open] = (await once(child, 'message')) as [Server['open']];
  return { child, open };
}

async function ask<T extends Report['type']>(
  child: ChildProcess,
  order: Order,
  type: T,
): Promise<Extract<Report, { type: T }>> {
  child.send(order);
  for (;;) {
    const [report] = (await once(child, 'message')) as [Report];
    if (report.type === type) return report as Extract<Report, { type: T }>;
  }
}

const CONNECTION_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** Records a response with its raw headers, after the server has had time to compress it. */
async function record(url: string, { method, path, headers, body }: LoadRequest): Promise<RecordedReply> {
  const read = () =>
    new Promise<RecordedReply>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const outgoing = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const raw = response.rawHeaders;
          const kept = raw.flatMap((name, index) =>
            index % 2 === 0 && !CONNECTION_HEADERS.has(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
          );
          resolve({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(parts).toString('base64') });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  await read();
  if (path.startsWith('/assets/')) {
    for (let reply = await read(); !reply.headers.includes('br');) reply = await read();
  }
  // A document that is requested again is recompressed in the background.
  await read();
  await delay(RECOMPRESSION_MS);
  return read();
}

/** Waits until a server is idle: a starting one compresses the page's files, which costs processor time without a request. */
async function waitUntilIdle({ child }: Server): Promise<void> {
  for (let turn = 0; turn < MAX_IDLE_CHECKS; turn++) {
    const before = await ask(child, { type: 'cpu' }, 'cpu');
    await delay(IDLE_MS);
    const after = await ask(child, { type: 'cpu' }, 'cpu');
    if (after.microseconds - before.microseconds < IDLE_MS * 50) return;
  }
}

/** Returns the complete responses per second of the server's processor time. */
async function measure(server: Server, request: LoadRequest, connections: number, durationMs: number): Promise<number> {
  const end = performance.now() + durationMs;
  let count = 0;
  let microseconds = 0;
  do {
    // An answer is cached until a product changes, so each measurement begins with a change; the baselines have no cache.
    if (request.paths && server.open.seq > 0) await ask(server.child, { type: 'change' }, 'changed');
    const before = await ask(server.child, { type: 'cpu' }, 'cpu');
    count += await load(server.open.url, request, connections, end - performance.now());
    const after = await ask(server.child, { type: 'cpu' }, 'cpu');
    microseconds += after.microseconds - before.microseconds;
  } while (performance.now() < end);
  return Math.round(count / (microseconds / 1e6));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { products: { type: 'string' }, page: { type: 'string' }, only: { type: 'string' } },
  });
  const { products: productsFile, page: pageDir, only } = values;
  const results = await benchServer({
    ...(productsFile !== undefined && { productsFile }),
    ...(pageDir !== undefined && { pageDir: toAbsolute(pageDir) }),
    ...(only !== undefined && { only }),
  });
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
}
