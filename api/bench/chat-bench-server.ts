/** Server process of the socket benchmarks: the real server on an empty folder, or a plain loop with the `ws` package. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { startTestApp } from '../testing/apps/test-app.ts';

/** Messages from a benchmark to the process. */
export type ChatOrder = { readonly type: 'usage' } | { readonly type: 'poke'; readonly seq: number };

export type ChatReport =
  | { readonly type: 'open'; readonly url: string }
  /** Processor time and resident memory of the process so far. */
  | { readonly type: 'usage'; readonly microseconds: number; readonly rssBytes: number };

const sendReport = (report: ChatReport): void => void process.send?.(report);

const UNLIMITED = { burst: 1e9, perSecond: 1e9 } as const;
const PRODUCT_IDS = [1, 2, 3];

async function serve(): Promise<void> {
  const app = await startTestApp({
    chats: { messageRate: UNLIMITED },
    socketLimits: { perUser: 100_000, perNetwork: 100_000, frames: 1e9 },
  });
  await app.context.products.saveProducts(
    'ayz',
    PRODUCT_IDS.map((id) => ({ id, fields: { title: `Camera ${id}`, main_category: 'Photo', category: 'Cameras' } })),
  );
  process.on('message', (order: ChatOrder) => {
    if (order.type !== 'poke') return;
    const { bus, states } = app.context;
    bus.publish({ type: 'products-changed', shop: 'pc', seq: order.seq, epoch: states.epoch });
  });
  process.on('disconnect', () => void app.stop().then(() => process.exit(0)));
  sendReport({ type: 'open', url: app.url });
}

/** The baseline: a message of one client is sent to all. */
function servePlainLoop(): void {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const broadcast = (frame: Buffer): void => {
    for (const client of sockets.clients) client.send(frame, { binary: false });
  };
  sockets.on('connection', (socket) => socket.on('message', broadcast));
  process.on('message', (order: ChatOrder) => {
    if (order.type !== 'poke') return;
    broadcast(Buffer.from(JSON.stringify({ event: 'productsChanged', data: { shop: 'pc', seq: order.seq } })));
  });
  process.on('disconnect', () => process.exit(0));
  server.listen(0, '127.0.0.1', () =>
    sendReport({ type: 'open', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  );
}

process.on('message', (order: ChatOrder) => {
  if (order.type !== 'usage') return;
  const { user, system } = process.cpuUsage();
  sendReport({ type: 'usage', microseconds: user + system, rssBytes: process.memoryUsage.rss() });
});

if (process.argv[2] === 'plain-loop') servePlainLoop();
else await serve();
