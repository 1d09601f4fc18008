/**
 * `npm run bench:memory` measures the memory of the server process and of its child processes after each kind of work: reads, carts and
 * orders, changes and renewals of the snapshot. Prints a table with the budget; asserts nothing. Linux only.
 * Options: --products N, --reads N, --page FOLDER.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAppContext } from '../app-context.ts';
import { readConfig } from '../config/config.ts';
import { createBuyer, purchaseOf, stockCameras } from '../testing/apps/order-app.ts';
import { send } from '../testing/clients/send.ts';
import { signInAdmin } from '../testing/clients/sign-in.ts';
import { generateProducts, inBatches } from '../testing/generate-products.ts';
import { listChildren, readMemory } from '../testing/processes/memory.ts';
import { startServerProcess, UNLIMITED_SERVER } from '../testing/processes/server-process.ts';
import { addBuyers } from '../testing/processes/shop-folder.ts';
import type { SignedInBuyer } from '../testing/processes/shop-folder.ts';
import { expensiveRead, shopperRead } from './expensive-reads.ts';
import { load } from './load.ts';

/** Include the process that builds snapshots. Up to 1,000 products: a third of what Vendure 3.7.3 takes (B17). Larger catalogues: more. */
const BUDGETS = [
  { products: 1_000, mb: 134 },
  { products: Number.MAX_SAFE_INTEGER, mb: 500 },
];
const BATCH = 1_000;
const CAMERA = 1_000;
const CONNECTIONS = 32;
const LOAD_MS = 2_000;
const ORDERS = 300;
const CHANGES = 1_000;
/** More changes than a snapshot may lag behind, at any size of the catalogue. */
const CHANGES_OF_RENEWAL = 2_500;
const SAMPLE_MS = 50;
/** A build begins within some seconds after the last change. */
const SETTLED_MS = 4_000;
const BROTLI = { 'accept-encoding': 'br' };

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '1000' },
    reads: { type: 'string', default: '900' },
    page: { type: 'string' },
  },
});
const [products, reads] = [Number(values.products), Number(values.reads)];
const budgetMb = BUDGETS.find((budget) => products <= budget.products)?.mb;
const folder = await mkdtemp(join(tmpdir(), 'hexlime-memory-bench-'));
const env = { DEMO: '1', TRUSTED_PROXIES: '1', ...(values.page !== undefined && { PAGE_DIR: values.page }) };

const { buyers, admin, epoch } = await fill();
const server = startServerProcess(folder, env, UNLIMITED_SERVER);
const pid = server.child.pid ?? 0;
let peak = { own: 0, together: 0 };
const sampling = setInterval(sample, SAMPLE_MS);
try {
  const url = await server.url();
  process.stdout.write(`${products} products; budget ${budgetMb} MB\n`);
  process.stdout.write(`${'MB'.padEnd(28)} server   peak  with children\n`);
  await untilBuilt();
  report('start');
  for (const path of ['/api/products?shop=pc', '/api/sync/pc/overview']) {
    await load(url, { method: 'GET', path, headers: BROTLI }, CONNECTIONS, LOAD_MS);
  }
  report('cached reads');
  await eachOf(reads, 4, (number) => {
    const { path, body } = number % 2 ? expensiveRead(number, epoch) : shopperRead(number);
    return body === undefined ? call('GET', path) : call('POST', path, {}, body);
  });
  report(`${reads} different reads`);
  const [first] = buyers;
  await load(url, addToCart(first), CONNECTIONS, LOAD_MS);
  report('carts');
  await eachOf(ORDERS, CONNECTIONS, async (number) => {
    const { sub, headers } = buyers[number] as SignedInBuyer;
    await createBuyer(url, sub, headers).buy({ ...purchaseOf(sub), product_id: CAMERA }, sub);
  });
  report(`${ORDERS} orders`);
  await change(CHANGES, 1);
  report(`${CHANGES} changes`);
  for (const renewal of [1, 2]) {
    await change(CHANGES_OF_RENEWAL, 1 + renewal);
    await untilBuilt();
    report(`renewal ${renewal}`);
  }

  async function call(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
    return send(url, path, { method, headers: { ...BROTLI, ...contentType, ...headers }, ...(body && { body }) });
  }

  /** Changes the prices of products that are spread over the catalogue. @throws Error when one is rejected */
  async function change(count: number, round: number): Promise<void> {
    await eachOf(count, CONNECTIONS, async (number) => {
      const id = 1 + (count < products ? Math.floor((number * products) / count) : number % products);
      const headers = { ...admin, 'idempotency-key': `change-${round}-${number}` };
      const body = JSON.stringify({ price: String(10 + number + round) });
      const { status } = await call('PUT', `/api/edit-product/pc/${id}`, headers, body);
      if (status !== 200) throw new Error(`a change was answered with ${status}`);
    });
  }
} finally {
  clearInterval(sampling);
  await server.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Fills the server's folder, and closes it again before the server starts. */
async function fill() {
  const context = await createAppContext(readConfig({ ...env, DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  for await (const batch of inBatches(generateProducts(products), BATCH)) {
    await context.products.saveProducts('pc', batch);
  }
  await stockCameras({ context }, 9_000_000, CAMERA);
  const filled = {
    buyers: await addBuyers(context, ORDERS, 0),
    admin: await signInAdmin({ context }),
    epoch: context.states.epoch,
  };
  await context.close();
  return filled;
}

function addToCart(buyer: SignedInBuyer | undefined) {
  const { sub, headers = {} } = buyer ?? {};
  return {
    method: 'POST',
    path: '/api/cart',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ google_id: sub, product_id: CAMERA, condition: 'good', quantity: 1 }),
  } as const;
}

/** Runs a task for each number below `count`, `atOnce` at a time. */
async function eachOf(count: number, atOnce: number, run: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Waits until the snapshot build that is due has begun and ended. */
async function untilBuilt(): Promise<void> {
  for (let idleMs = 0; idleMs < SETTLED_MS; idleMs += SAMPLE_MS) {
    await delay(SAMPLE_MS);
    if (listChildren(pid).length > 0) idleMs = 0;
  }
}

function sample() {
  const { own, children } = readMemory(pid);
  peak = { own: Math.max(peak.own, own), together: Math.max(peak.together, own + children) };
  return own;
}

/** Prints the server's memory now, and its peak since the previous line. */
function report(after: string): void {
  const figures = [sample(), peak.own, peak.together].map((bytes) => (bytes / 1e6).toFixed(0).padStart(6));
  process.stdout.write(`${after.padEnd(28)} ${figures.join(' ')}\n`);
  peak = { own: 0, together: 0 };
}
