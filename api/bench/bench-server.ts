import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { PAGE_SIZE } from '#contract/limits.ts';
import { runQueriesOnThread } from '../catalog/reads/query-thread.ts';
import { generateProducts, REAL_CATALOGUE_SIZE } from '../testing/generate-products.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { fileOf } from '../storage/database-source.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import { readProducts } from './read-products.ts';

/** A recorded response, which is replayed. */
export interface RecordedReply {
  readonly status: number;
  readonly headers: readonly string[];
  /** In base64. */
  readonly body: string;
}

/** Messages from the benchmark to a server process; `change`: one product is changed, which makes all cached answers stale. */
export type Order =
  | { readonly type: 'cpu' }
  | { readonly type: 'change' }
  | { readonly type: 'serve'; readonly replies: Readonly<Record<string, RecordedReply>> };

/** Messages from a server process to the benchmark: `cpu` is the processor time used so far. */
export type Report =
  | {
      readonly type: 'open';
      readonly url: string;
      readonly epoch: string;
      readonly seq: number;
      /** Headers of a signed-in user, whose id is `sub`; both are empty in the baseline servers. */
      readonly identity: Readonly<Record<string, string>>;
      readonly sub: string;
      /** File of the server's database; empty in the baseline servers. */
      readonly database: string;
    }
  | { readonly type: 'cpu'; readonly microseconds: number }
  | { readonly type: 'serving' | 'changed' };

const sendReport = (report: Report): void => void process.send?.(report);

async function serveCatalogue(pageDir: string, file: string, generated: number): Promise<void> {
  const app = await startTestApp({ env: { PAGE_DIR: pageDir }, runQueries: runQueriesOnThread });
  for await (const batch of readProducts(file, generated)) await app.context.products.saveProducts('pc', batch);
  await app.server.snapshots.build(['pc']);
  await stockCameras(app, 1_000_000);
  const { sub, headers: identity } = await signIn(app, 'bench');
  let changes = 0;
  const changeProduct = async (): Promise<void> => {
    const [product] = generateProducts(1, ++changes);
    await app.context.products.saveProducts('pc', product ? [product] : []);
    sendReport({ type: 'changed' });
  };
  process.on('message', (order: Order) => void (order.type === 'change' && changeProduct()));
  process.on('disconnect', () => void app.stop().then(() => process.exit(0)));
  const { epoch, get } = app.context.states;
  const database = fileOf(app.context.database.source);
  sendReport({ type: 'open', url: app.url, epoch, seq: get('pc').seq, identity, sub, database });
}

/** The baseline: a server that only writes recorded bytes. */
function serveBytes(): void {
  let replies = new Map<string, { status: number; headers: string[]; body: Buffer }>();
  process.on('message', (order: Order) => {
    if (order.type !== 'serve') return;
    replies = new Map(
      Object.entries(order.replies).map(([url, { status, headers, body }]) => [
        url,
        { status, headers: [...headers], body: Buffer.from(body, 'base64') },
      ]),
    );
    sendReport({ type: 'serving' });
  });
  listen((request, response) => {
    const reply = replies.get(request.url ?? '');
    if (!reply) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  });
}

/** The baseline for a page that no cache has: two statements and their rows as JSON, without any check. */
function serveQueries(file: string): void {
  const database = new Database(file, { readonly: true });
  const where = `p.shop = 'pc' and p.main_category = ? and p.category = ?`;
  const count = database.prepare(`select count(*) as total from product p where ${where}`).pluck();
  const page = database.prepare(
    `select p.id, p.seq, p.life, p.title, p.main_category, p.category, p.price_cents, p.typical_price_cents, p.rate,
       p.availability, p.link, p.imagecount, p.image_version, p.placeholder, coalesce(v.count, 0) as view_count
     from product p left join product_view v on v.shop = p.shop and v.product_id = p.id
     where ${where} order by p.title_key, p.id limit ${PAGE_SIZE} offset ?`,
  );
  listen((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const shelf = [query.get('mainCategory'), query.get('category')];
    const offset = (Number(query.get('page')) - 1) * PAGE_SIZE;
    const cards = page.all(...shelf, offset);
    const body = JSON.stringify({ total: count.get(...shelf), cards });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
}

function listen(answer: RequestListener): void {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sendReport({ type: 'open', url, epoch: '', seq: 0, identity: {}, sub: '', database: '' });
  });
  process.on('disconnect', () => process.exit(0));
}

process.on('message', (order: Order) => {
  if (order.type !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  sendReport({ type: 'cpu', microseconds: user + system });
});

const [role, first = '', file = '', generated = ''] = process.argv.slice(2);
if (role === 'catalogue') await serveCatalogue(first, file, Number(generated) || REAL_CATALOGUE_SIZE);
else if (role === 'queries') serveQueries(first);
else serveBytes();
