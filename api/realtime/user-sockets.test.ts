import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createAppContext } from '../app-context.ts';
import { touchCart } from '../cart/cart.repository.ts';
import { numberOrderChange } from '../orders/order-clock.repository.ts';
import { insertOrder } from '../orders/order.repository.ts';
import { send } from '../testing/clients/send.ts';
import { signIn, signInAdmin, signInBearer } from '../testing/clients/sign-in.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

let app: TestApp;
const opened: WebSocket[] = [];

beforeEach(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await app.stop();
});

/** A socket with the messages it has received. */
interface Connection {
  readonly socket: WebSocket;
  readonly received: unknown[];
}

function connect(headers: Readonly<Record<string, string>>): Connection {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/realtime`, { headers });
  const received: unknown[] = [];
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
  opened.push(socket);
  return { socket, received };
}
async function open(headers: Readonly<Record<string, string>>): Promise<Connection> {
  const connection = connect({ origin: app.url, ...headers });
  await once(connection.socket, 'open');
  return connection;
}
const statusOf = ({ socket }: Connection): Promise<number> =>
  new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => resolve(101));
  });
const closeCode = async ({ socket }: Connection): Promise<number> => ((await once(socket, 'close')) as [number])[0];
/** Waits until everything sent before has arrived. */
async function settle({ socket, received }: Connection): Promise<unknown[]> {
  const id = 1_000_000 + received.length;
  socket.send(JSON.stringify({ event: 'ping', id }));
  await expect.poll(() => received.some((message) => (message as { ack?: number }).ack === id)).toBe(true);
  return received.filter((message) => (message as { ack?: number }).ack === undefined);
}

describe('registerUser', () => {
  it('accepts only the user of the session', async () => {
    const { headers } = await signIn(app, 'alice');
    const own = await open(headers);
    own.socket.send('{"event":"registerUser","id":1,"data":{"userId":"demo-alice"}}');
    await expect.poll(() => own.received).toEqual([{ ack: 1 }]);
    const closed = closeCode(own);
    own.socket.send('{"event":"registerUser","id":2,"data":{"userId":"demo-bob"}}');
    expect(await closed).toBe(4403);
  });

  it('answers a visitor with an error and keeps the socket open', async () => {
    const visitor = await open({});
    visitor.socket.send('{"event":"registerUser","id":1,"data":{"userId":"demo-alice"}}');
    visitor.socket.send('{"event":"registerUser","data":{"userId":"demo-alice"}}');
    const error = { code: 'unauthorized', title: 'Sign in first' };
    await expect
      .poll(() => visitor.received)
      .toEqual([
        { ack: 1, error },
        { event: 'error', data: error },
      ]);
  });
});

describe('the handshake', () => {
  it('accepts a program by its bearer token and rejects an invalid one', async () => {
    const { authToken, headers } = await signIn(app, 'alice');
    expect(await statusOf(connect(await signInBearer(app, 'alice')))).toBe(101);
    expect(await statusOf(connect({ authorization: `Bearer ${authToken}` }))).toBe(401);
    expect(await statusOf(connect(await signInAdmin(app)))).toBe(401);
    expect(await statusOf(connect({ ...headers, origin: 'https://evil.example' }))).toBe(403);
    expect(await statusOf(connect(headers))).toBe(403);
  });

  it('limits a user to five sockets', async () => {
    const { headers } = await signIn(app, 'alice');
    await Promise.all(Array.from({ length: 5 }, () => open(headers)));
    expect(await statusOf(connect({ ...headers, origin: app.url }))).toBe(429);
    const bob = await signIn(app, 'bob');
    expect(await statusOf(connect({ ...bob.headers, origin: app.url }))).toBe(101);
    opened[0]?.close();
    await expect.poll(() => statusOf(connect({ ...headers, origin: app.url }))).toBe(101);
  });
});

describe('pokes of a user', () => {
  it('never go back to a lower number, whichever node sends first', async () => {
    const { sub, headers } = await signIn(app, 'alice');
    const device = await open(headers);
    await settle(device);
    for (const seq of [900, 899, 900, 901]) app.context.bus.publish({ type: 'orders-changed', sub, seq });
    const pokes = [900, 901].map((seq) => ({ event: 'ordersChanged', data: { seq } }));
    expect(await settle(device)).toEqual(pokes);
  });

  const touch = async (sub: string, { context } = app): Promise<void> => {
    await context.write(async (unit) => {
      await touchCart(unit, sub);
      await insertOrder(unit.trx, sampleOrder('ord_1', sub, await numberOrderChange(unit, sub)));
    });
  };
  const both = (cart: number, orders: number) => [
    { event: 'cartChanged', data: { seq: cart } },
    { event: 'ordersChanged', data: { seq: orders } },
  ];

  it('reach every device of that user and no other', async () => {
    const alice = await signIn(app, 'alice');
    const connections = await Promise.all([open(alice.headers), open(await signInBearer(app, 'alice'))]);
    const others = await Promise.all([open((await signIn(app, 'bob')).headers), open({})]);
    await touch('demo-alice');
    for (const connection of connections) expect(await settle(connection)).toEqual(both(1, 2));
    for (const other of others) expect(await settle(other)).toEqual([]);
  });

  it('start with the current numbers, so that no earlier change is missed', async () => {
    const { headers } = await signIn(app, 'alice');
    await touch('demo-alice');
    const first = await open(headers);
    await expect.poll(() => first.received).toEqual(both(2, 2));
    const second = await open(headers);
    await expect.poll(() => second.received).toEqual(both(2, 2));
    expect(first.received).toEqual(both(2, 2));
  });

  it('are sent for changes of another process, too', async () => {
    const { headers } = await signIn(app, 'alice');
    const connection = await open(headers);
    const other = await createAppContext(app.context.config);
    await touch('demo-alice', { ...app, context: other });
    await other.close();
    // The server may also have read the numbers between the two writes; it then sends further pokes.
    await expect.poll(() => connection.received).toEqual(expect.arrayContaining(both(2, 2)));
  });
});

describe('signing out', () => {
  it('closes only the sockets of that session, at once', async () => {
    const phone = await signIn(app, 'alice');
    const [ended, desk, bob] = await Promise.all([
      open(phone.headers),
      open((await signIn(app, 'alice')).headers),
      open((await signIn(app, 'bob')).headers),
    ]);
    const closed = closeCode(ended);
    await send(app.url, '/api/session', { method: 'DELETE', headers: phone.headers });
    expect(await closed).toBe(4401);
    await settle(desk);
    await settle(bob);
  });

  it('everywhere closes all of them', async () => {
    const phone = await signIn(app, 'alice');
    const sockets = await Promise.all([open(phone.headers), open(await signInBearer(app, 'alice'))]);
    const closed = Promise.all(sockets.map(closeCode));
    await send(app.url, '/api/session?everywhere=1', { method: 'DELETE', headers: phone.headers });
    expect(await closed).toEqual([4401, 4401]);
  });

  it('at another process closes them within some seconds', async () => {
    const { headers } = await signIn(app, 'alice');
    const closed = closeCode(await open(headers));
    const other = await startTestApp({ dataDir: app.context.config.dataDir });
    await send(other.url, '/api/session', { method: 'DELETE', headers });
    expect(await closed).toBe(4401);
    await other.stop();
  }, 15_000);
});
