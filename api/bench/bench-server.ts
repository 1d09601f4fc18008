import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runQueriesOnThread } from '../catalog/reads/query-thread.ts';
import { REAL_CATALOGUE_SIZE } from '../testing/generate-products.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
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

/** Messages from the benchmark to a server process. */
export type Order =
  { readonly type: 'cpu' } | { readonly type: 'serve'; readonly replies: Readonly<Record<string, RecordedReply>> };

/** Messages from a server process to the benchmark: `cpu` is the processor time used so far. */
export type Report =
  | {
      readonly type: 'open';
      readonly url: string;
      readonly epoch: string;
      readonly seq: number;
      /** Headers and id of a signed-in user; empty in the baseline server. */
      readonly identity: Readonly<Record<string, string>>;
      readonly sub: string;
    }
  | { readonly type: 'cpu'; readonly microseconds: number }
  | { readonly type: 'serving' };

const sendReport = (report: Report): void => void process.send?.(report);

async function serveCatalogue(pageDir: string, file: string, generated: number): Promise<void> {
  const app = await startTestApp({ env: { PAGE_DIR: pageDir }, runQueries: runQueriesOnThread });
  for await (const batch of readProducts(file, generated)) await app.context.products.saveProducts('pc', batch);
  await app.server.snapshots.build(['pc']);
  await stockCameras(app, 1_000_000);
  const { sub, headers: identity } = await signIn(app, 'bench');
  process.on('disconnect', () => void app.stop().then(() => process.exit(0)));
  const { epoch, get } = app.context.states;
  sendReport({ type: 'open', url: app.url, epoch, seq: get('pc').seq, identity, sub });
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
  const server = createServer((request, response) => {
    const reply = replies.get(request.url ?? '');
    if (!reply) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  });
  server.listen(0, '127.0.0.1', () => {
    sendReport({
      type: 'open',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      epoch: '',
      seq: 0,
      identity: {},
      sub: '',
    });
  });
  process.on('disconnect', () => process.exit(0));
}

process.on('message', (order: Order) => {
  if (order.type !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  sendReport({ type: 'cpu', microseconds: user + system });
});

const [role, pageDir = '', file = '', generated = ''] = process.argv.slice(2);
if (role === 'catalogue') await serveCatalogue(pageDir, file, Number(generated) || REAL_CATALOGUE_SIZE);
else serveBytes();
