import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { queryObjects } from 'node:v8';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DATA_SIZES } from './data-sizes.ts';
import type { AppContext } from './app-context.ts';
import { startChatApp } from './testing/apps/chat-app.ts';
import type { ChatApp } from './testing/apps/chat-app.ts';
import { createGate } from './testing/gate.ts';
import { hangUp, nextArrival } from './testing/clients/hang-up.ts';
import { createImageClient, drawTestImage } from './testing/clients/image-client.ts';
import { send } from './testing/clients/send.ts';
import { signIn, signInAdmin } from './testing/clients/sign-in.ts';
import type { SignedIn } from './testing/clients/sign-in.ts';
import { uploadPhotos } from './testing/clients/chat-client.ts';
import { runQueriesHere } from './testing/run-queries-here.ts';

const CALLS = 1_000;
/** Generous, for a busy machine: a poll ends as soon as it succeeds. */
const PATIENCE = { timeout: 60_000 } as const;
const TEST_TIMEOUT_MS = 300_000;
const PASSWORD = 'correct horse battery';
const SHOPPERS = ['alice', 'bob', 'carol', 'dora'] as const;

/** Delays a call before the server knows its caller, as a slow database or Valkey would. */
const limits = createGate();
/** Delays a chat message before it is stored. */
const messages = createGate();
/** Delays reads of the catalogue. */
const queries = createGate();

let app: ChatApp;
let port: number;
let shoppers: SignedIn[];
let admin: Readonly<Record<string, string>>;
let photo: Buffer;
let silent: Server;
let before: ReadonlyMap<string, number>;

const waitAtLimits = (context: AppContext): AppContext => ({
  ...context,
  buckets: {
    ...context.buckets,
    open: () => ({
      take: async () => void (await limits.pass()),
      reserve: async (_name, wanted) => {
        await messages.pass();
        return { tokens: wanted, retryAfterSeconds: 0 };
      },
      giveBack: () => undefined,
    }),
  },
});

beforeAll(async () => {
  silent = createServer((request, response) => {
    if (request.url === '/picture') response.end(photo);
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  photo = await drawTestImage('#4f7f00');
  app = await startChatApp({
    env: { METRICS_PORT: '0', TRUSTED_PROXIES: '1', ADMIN_PASSWORD: PASSWORD },
    change: waitAtLimits,
    sizes: { ...DATA_SIZES, packedListFromRows: 1 },
    misses: { maxWaiting: 50 },
    socketLimits: { perUser: 1_000, perNetwork: 1_000 },
    images: {
      linkRules: {
        isAllowed: () => true,
        ports: new Set([String((silent.address() as AddressInfo).port)]),
      },
    },
    runQueries(database) {
      const { run, ...runner } = runQueriesHere(database);
      const runLate: typeof run = async (name, args) => {
        await queries.pass();
        return run(name, args);
      };
      return { ...runner, concurrency: 1, run: runLate };
    },
  });
  port = Number(new URL(app.url).port);
  shoppers = await Promise.all(SHOPPERS.map((name) => signIn(app, name)));
  await Promise.all(SHOPPERS.map((name) => app.startChat(name)));
  // The first login stores the password, which revokes all earlier tokens.
  expect((await logIn()).status).toBe(200);
  admin = await signInAdmin(app);
  before = await readHeld();
});
afterEach(() => {
  for (const gate of [limits, messages, queries]) gate.open();
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await app.stop();
});

const logIn = () =>
  send(app.url, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });

/** Reads from the metrics how much the server holds for callers, by kind. */
async function readHeld(): Promise<ReadonlyMap<string, number>> {
  const url = String(app.server.metricsUrl).replace('localhost', '127.0.0.1');
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Map(
    Array.from(text.matchAll(/^hexlime_held\{kind="(\w+)"\} (\d+)$/gm), ([, kind = '', n]) => [kind, Number(n)]),
  );
}

/** Waits until the server holds no more than at the beginning. */
const expectNothingHeld = (): Promise<void> => expect.poll(readHeld, PATIENCE).toEqual(before);

const head = (method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

const beginForm = (path: string, headers: Readonly<Record<string, string>>, field: string): string =>
  head(
    'POST',
    path,
    { ...headers, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' },
    `--b\r\ncontent-disposition: form-data; name="${field}"; filename="1.webp"\r\n\r\nbytes`,
  );

const callJson = (path: string, headers: Readonly<Record<string, string>>, body: unknown): string => {
  const text = JSON.stringify(body);
  const about = { 'content-type': 'application/json', 'content-length': String(text.length) };
  return head('POST', path, { ...headers, ...about }, text);
};

const shopper = (n: number): SignedIn => shoppers[n % shoppers.length] as SignedIn;
const chatOf = (n: number): string => `1-${shopper(n).sub}`;
/** Returns headers with a different client address for each call. */
const from = (n: number) => ({ 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` });
const statusOf = async (reply: Promise<{ readonly status: number }>): Promise<number> => (await reply).status;
const many = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const linkTo = (path: string) => ({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}${path}` });

interface Kind {
  readonly title: string;
  readonly call: (n: number) => string;
  /** What holds the calls up until their callers have gone. */
  readonly gate: ReturnType<typeof createGate> | undefined;
  /** Makes as many calls at once as the server has places for; returns their statuses. */
  readonly later: () => Promise<readonly number[]>;
}

const photos: Pick<Kind, 'call' | 'later'> = {
  call: (n) => beginForm(`/api/chats/${chatOf(n)}/upload`, shopper(n).headers, 'image'),
  later: () => many(16, (n) => statusOf(uploadPhotos(app, shopper(n), chatOf(n), [{ bytes: photo }]))),
};
const pictures: Pick<Kind, 'call' | 'later'> = {
  call: () => beginForm('/api/upload-images', admin, 'images'),
  later: () =>
    many(6, (n) =>
      statusOf(createImageClient(app.url, admin).upload('pc', 50 + n, [{ bytes: photo }], undefined, '5')),
    ),
};
const editorImages: Pick<Kind, 'call' | 'later'> = {
  call: () => beginForm('/api/tiptap-upload-image/pc/1', admin, 'image'),
  async later() {
    const paths = await many(6, async () => createImageClient(app.url, admin).uploadToEditor('pc', 1, photo));
    return paths.map(({ imageUrl }) => (imageUrl === undefined ? 429 : 200));
  },
};

const KINDS: readonly Kind[] = [
  { title: 'photos of shoppers, before they are known', gate: limits, ...photos },
  { title: 'photos of shoppers, while they are read', gate: undefined, ...photos },
  { title: 'pictures of administrators, before they are known', gate: limits, ...pictures },
  { title: 'pictures of administrators, while they are read', gate: undefined, ...pictures },
  { title: 'pictures of descriptions, before the administrators are known', gate: limits, ...editorImages },
  { title: 'pictures of descriptions, while they are read', gate: undefined, ...editorImages },
  {
    title: 'logins that wait for their turn',
    gate: undefined,
    call: (n) => callJson('/api/login', from(n), { password: 'a wrong one' }),
    later: async () => [await statusOf(logIn())],
  },
  {
    title: 'own data',
    gate: limits,
    call: (n) => head('GET', '/api/my-data', shopper(n).headers),
    later: () => many(4, (n) => statusOf(send(app.url, '/api/my-data', { headers: shopper(n).headers }))),
  },
  {
    title: 'lists that are unpacked',
    gate: queries,
    call: (n) => head('GET', '/api/products?shop=ayz', from(n)),
    later: () => many(8, () => statusOf(send(app.url, '/api/products?shop=ayz'))),
  },
];

it.each(KINDS)(
  '[NET7] after 1,000 aborted calls nothing is held: $title',
  async ({ gate, call, later }) => {
    const aborting = {
      port,
      count: CALLS,
      call,
      async onArrived() {
        if (gate === limits) await expect.poll(() => limits.waiting(), { ...PATIENCE, interval: 5 }).toBeGreaterThan(0);
      },
      onGone() {
        gate?.open();
        gate?.close();
      },
    };
    gate?.close();
    await hangUp(aborting);
    gate?.open();
    const statuses = await later();
    expect(statuses).toEqual(statuses.map(() => 200));
    await expectNothingHeld();
  },
  TEST_TIMEOUT_MS,
);

it(
  '[NET7] after 1,000 aborted searches that waited for their turn there is room for the next one',
  async () => {
    queries.close();
    await hangUp({ port, count: CALLS, call: (n) => head('GET', `/api/sync/ayz/browse?search=word${n}`, from(n)) });
    const hasArrived = nextArrival(port);
    const next = send(app.url, '/api/sync/ayz/browse?search=camera');
    await hasArrived;
    queries.open();
    expect((await next).status).toBe(200);
    await expectNothingHeld();
  },
  TEST_TIMEOUT_MS,
);

it(
  '[NET7] after 1,000 aborted downloads from other sites there is a place for the next one',
  async () => {
    const calls = { port, call: () => callJson('/api/image-from-link', admin, linkTo('/never')) };
    let downloads = 0;
    silent.on('request', ({ url }) => void (downloads += url === '/never' ? 1 : 0));
    const isBusy = () => expect.poll(() => downloads, { ...PATIENCE, interval: 5 }).toBeGreaterThanOrEqual(4);
    await hangUp({ ...calls, count: CALLS, onArrived: isBusy, onGone: () => void (downloads = 0) });
    const reply = await send(app.url, '/api/image-from-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...admin },
      body: JSON.stringify(linkTo('/picture')),
    });
    expect(reply.status).toBe(200);
    await expectNothingHeld();
  },
  TEST_TIMEOUT_MS,
);

const SOCKETS_AT_ONCE = 100;
const openSocket = async (headers: Readonly<Record<string, string>>): Promise<WebSocket> => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/realtime`, {
    headers: { origin: app.url, ...headers },
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
};

/**
 * Opens sockets, sends frames that wait, and hangs up. A separate function, so that no variable of the waiting test keeps the sockets in
 * memory.
 */
async function hangUpSockets(token: string): Promise<void> {
  messages.close();
  const sockets = await many(SOCKETS_AT_ONCE, (n) => openSocket(shopper(n).headers));
  for (const [n, socket] of sockets.entries()) {
    const { sub } = shopper(n);
    const chatId = chatOf(n);
    for (const [event, data] of [
      ['sendMessage', { chatId: '9-nobody', senderGoogleId: sub, content: 'word', images: [] }],
      ['joinChat', chatId],
      ['getChats', { participantId: sub }],
      ['typing', { chatId, userId: sub }],
      ['registerAdmin', { token }],
    ]) {
      socket.send(JSON.stringify({ event, data }));
    }
  }
  await expect.poll(() => messages.waiting(), { ...PATIENCE, interval: 5 }).toBe(SOCKETS_AT_ONCE);
  for (const socket of sockets) socket.terminate();
  await expect.poll(readOpenSockets, { ...PATIENCE, interval: 5 }).toBe(0);
  messages.open();
}

it(
  '[NET7] after 1,000 sockets hung up while their frames waited, the server holds nothing and no socket is in memory',
  async () => {
    const inMemory = queryObjects(WebSocket, { format: 'count' });
    const token = String(admin['authorization']).slice('Bearer '.length);
    for (let start = 0; start < CALLS; start += SOCKETS_AT_ONCE) await hangUpSockets(token);
    await expectNothingHeld();
    await expect.poll(() => queryObjects(WebSocket, { format: 'count' }), PATIENCE).toBeLessThanOrEqual(inMemory);
  },
  TEST_TIMEOUT_MS,
);

async function readOpenSockets(): Promise<number> {
  const url = String(app.server.metricsUrl).replace('localhost', '127.0.0.1');
  return Number(/^hexlime_sockets (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
}

it(
  '[NET7] after 1,000 aborted handshakes nothing is held',
  async () => {
    const { headers } = shopper(0);
    const upgrade = {
      ...headers,
      origin: 'http://localhost',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    };
    for (let start = 0; start < CALLS; start += SOCKETS_AT_ONCE) {
      await many(SOCKETS_AT_ONCE, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(head('GET', '/realtime', upgrade), () => setImmediate(() => socket.destroy()));
        await once(socket, 'close');
      });
    }
    await expect.poll(readOpenSockets, { ...PATIENCE, interval: 5 }).toBe(0);
    await expectNothingHeld();
    (await openSocket(headers)).terminate();
  },
  TEST_TIMEOUT_MS,
);

it(
  '[NET7] a rejected handshake is closed by the server even when its client keeps it open',
  async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(
      head('GET', '/realtime', { origin: 'http://elsewhere.example', connection: 'Upgrade', upgrade: 'websocket' }),
    );
    socket.resume();
    await once(socket, 'end');
    // The server has let go of the connection: a further write is answered with a reset.
    socket.on('error', () => undefined);
    socket.write('still here');
    await expect.poll(() => socket.destroyed || !socket.write('still here')).toBe(true);
    socket.destroy();
  },
  TEST_TIMEOUT_MS,
);

it(
  '[NET8] a message that waits on a socket is not stored once the sign-out of its user is answered',
  async () => {
    const { sub, headers } = await signIn(app, 'alice');
    const socket = await openSocket(headers);
    const closed = once(socket, 'close');
    const content = 'after the sign-out';
    const countStored = async (): Promise<number> =>
      (
        await app.context.database.reader
          .selectFrom('chat_message')
          .select('id')
          .where('content', '=', content)
          .execute()
      ).length;
    messages.close();
    const passed = messages.passed();
    for (let n = 0; n < 20; n += 1) {
      const data = { chatId: `1-${sub}`, senderGoogleId: sub, content, images: [] };
      socket.send(JSON.stringify({ event: 'sendMessage', data }));
    }
    await expect.poll(() => messages.waiting(), { ...PATIENCE, interval: 5 }).toBe(1);
    expect((await send(app.url, '/api/session', { method: 'DELETE', headers })).status).toBe(204);
    messages.open();
    await expect.poll(() => messages.passed() - passed, { ...PATIENCE, interval: 5 }).toBe(20);
    // A write unit without lanes runs after all write units that have begun.
    await app.context.write(() => Promise.resolve());
    expect(await countStored()).toBe(0);
    expect((await closed)[0]).toBe(4401);
  },
  TEST_TIMEOUT_MS,
);
