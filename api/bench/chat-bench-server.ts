/** A server's process for the benches of the socket: ours on an empty folder, or a plain loop of the `ws` package. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { startTestApp } from '../testing/apps/test-app.ts';

/** What a bench asks of the process. */
export type ChatOrder = { readonly type: 'usage' } | { readonly type: 'poke'; readonly seq: number };

export type ChatReport =
  | { readonly type: 'open'; readonly url: string }
  /** CPU time so far, and the memory that the process takes. */
  | { readonly type: 'usage'; readonly microseconds: number; readonly rssBytes: number };

const say = (report: ChatReport): void => void process.send?.(report);

const WIDE = { burst: 1e9, perSecond: 1e9 } as const;
const PRODUCT_IDS = [1, 2, 3];

async function serve(): Promise<void> {
  const app = await startTestApp({
    chats: { messageRate: WIDE },
    socketLimits: { perUser: 100_000, perAddress: 100_000, frames: 1e9 },
  });
  await app.context.products.saveProducts(
    'ayz',
    PRODUCT_IDS.map((id) => ({ id, fields: { title: `Camera ${id}`, main_category: 'Photo', category: 'Cameras' } })),
  );
  process.on('message', (order: ChatOrder) => {
    if (order.type === 'poke') app.context.bus.publish({ type: 'products-changed', shop: 'pc', seq: order.seq });
  });
  process.on('disconnect', () => void app.stop().then(() => process.exit(0)));
  say({ type: 'open', url: app.url });
}

/** The yardstick: whatever one client says goes to all of them. */
function servePlainLoop(): void {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const tellAll = (frame: Buffer): void => {
    for (const client of sockets.clients) client.send(frame, { binary: false });
  };
  sockets.on('connection', (socket) => socket.on('message', tellAll));
  process.on('message', (order: ChatOrder) => {
    if (order.type !== 'poke') return;
    tellAll(Buffer.from(JSON.stringify({ event: 'productsChanged', data: { shop: 'pc', seq: order.seq } })));
  });
  process.on('disconnect', () => process.exit(0));
  server.listen(0, '127.0.0.1', () =>
    say({ type: 'open', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  );
}

process.on('message', (order: ChatOrder) => {
  if (order.type !== 'usage') return;
  const { user, system } = process.cpuUsage();
  say({ type: 'usage', microseconds: user + system, rssBytes: process.memoryUsage.rss() });
});

if (process.argv[2] === 'plain-loop') servePlainLoop();
else await serve();
