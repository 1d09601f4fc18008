import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { WebSocket } from 'ws';
import { downMessageSchema } from '#contract/realtime/down.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { readFrame } from './read-frame.ts';
import { property } from '../testing/hostile/fuzz.ts';

const EVENTS = [
  'ping',
  'registerUser',
  'getChats',
  'joinChat',
  'leaveChat',
  'markAsRead',
  'typing',
  'stopTyping',
  'sendMessage',
] as const satisfies readonly UpMessage['event'][];

let app: TestApp;
const opened: WebSocket[] = [];

beforeEach(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await app.stop();
});

const connect = (options: { origin?: string | undefined; path?: string } = { origin: app.url }): WebSocket => {
  const { origin, path = '/realtime' } = options;
  const socket = new WebSocket(app.url.replace('http', 'ws') + path, origin === undefined ? {} : { origin });
  socket.on('error', () => undefined);
  opened.push(socket);
  return socket;
};
const open = async (): Promise<WebSocket> => {
  const socket = connect();
  await once(socket, 'open');
  return socket;
};
const nextMessage = async (socket: WebSocket): Promise<unknown> => {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString());
};
const closeCode = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];
const statusOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => resolve(101));
  });

describe('handshake', () => {
  it('accepts the own origin and rejects others and a missing one', async () => {
    const { host, port } = new URL(app.url);
    expect(await statusOf(connect({ origin: app.url }))).toBe(101);
    expect(await statusOf(connect({ origin: `https://${host}` }))).toBe(101);
    for (const origin of [
      undefined,
      'null',
      'https://evil.example',
      `http://evil.example:${port}`,
      `http://${host}.evil.example`,
    ]) {
      expect([origin, await statusOf(connect({ origin }))]).toEqual([origin, 403]);
    }
  });

  it('serves one path only', async () => {
    expect(await statusOf(connect({ origin: app.url, path: '/elsewhere' }))).toBe(404);
    expect(await statusOf(connect({ origin: app.url, path: '/realtime?x=1' }))).toBe(101);
  });

  it('limits the sockets per address', async () => {
    await Promise.all(Array.from({ length: 20 }, open));
    expect(await statusOf(connect())).toBe(429);
    opened[0]?.close();
    await expect.poll(() => statusOf(connect())).toBe(101);
  });
});

describe('frames', () => {
  it('are acknowledged under their id', async () => {
    const socket = await open();
    socket.send('{"event":"ping","id":7}');
    expect(await nextMessage(socket)).toEqual({ ack: 7 });
  });

  it('with an invalid message are rejected, and the socket stays open', async () => {
    const socket = await open();
    socket.send('{"event":"drop tables"}');
    expect(await nextMessage(socket)).toEqual({
      event: 'error',
      data: { code: 'bad-request', title: expect.any(String) },
    });
    socket.send('{"event":"ping","id":3,"isAdmin":true}');
    expect(await nextMessage(socket)).toEqual({ ack: 3, error: { code: 'bad-request', title: expect.any(String) } });
    socket.send('{"event":"ping","id":4}');
    expect(await nextMessage(socket)).toEqual({ ack: 4 });
  });

  it.each([
    ['not JSON', (socket: WebSocket) => socket.send('hello'), 1007],
    ['too large', (socket: WebSocket) => socket.send(`"${'x'.repeat(17_000)}"`), 1009],
    ['binary', (socket: WebSocket) => socket.send(Buffer.from([1, 2, 3])), 1003],
    ['not UTF-8', (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false }), 1007],
    [
      'in a hundred fragments',
      (socket: WebSocket) => {
        for (let part = 0; part < 100; part++) socket.send('x', { fin: part === 99 });
      },
      1008,
    ],
    [
      'a flood',
      (socket: WebSocket) => {
        for (let count = 0; count < 100; count++) socket.send('{"event":"ping"}');
      },
      4429,
    ],
  ])('that are %s close the socket', async (_, act, code) => {
    const socket = await open();
    const closed = closeCode(socket);
    act(socket);
    expect(await closed).toBe(code);
    // Other clients are not affected.
    const other = await open();
    other.send('{"event":"ping","id":1}');
    expect(await nextMessage(other)).toEqual({ ack: 1 });
  });

  it('of any kind are parsed without throwing, and each reply matches the contract', () => {
    const id = fc.oneof(fc.constantFrom('1-demo-alice', 'demo-alice', 0, ''), fc.anything());
    const data = fc.oneof(
      id,
      fc.record(
        {
          chatId: id,
          userId: id,
          participantId: id,
          senderGoogleId: id,
          clientMsgId: id,
          content: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
          images: fc.oneof(fc.array(id), fc.anything()),
          after: fc.oneof(fc.integer(), fc.anything()),
          seq: fc.oneof(fc.integer(), fc.anything()),
        },
        { requiredKeys: [] },
      ),
    );
    const frame = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc
        .record(
          { event: fc.constantFrom(...EVENTS, 'pong', 1, null), id: fc.oneof(fc.nat(), fc.anything()), data },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))),
    );
    fc.assert(
      fc.property(frame, (text) => {
        const read = readFrame(text);
        if (read === 'not-json') expect(() => JSON.parse(text)).toThrow(SyntaxError);
        else if ('rejection' in read) expect(downMessageSchema.safeParse(read.rejection).success).toBe(true);
        else expect(EVENTS).toContain(read.message.event);
      }),
      property(500),
    );
  });
});

describe('pokes', () => {
  it('tell every client which shop changed and how many listen, right after the commit', async () => {
    const sockets = await Promise.all([open(), open(), open()]);
    const messages = Promise.all(sockets.map(nextMessage));
    await app.context.products.saveProducts('pc', [{ fields: { title: 'Lamp', main_category: 'L', category: 'D' } }]);
    const { epoch } = app.context.states;
    const poke = { event: 'productsChanged', data: { shop: 'pc', seq: 1, epoch, listeners: 3 } };
    expect(await messages).toEqual([poke, poke, poke]);
  });

  it('are sent for changes of another process, too', async () => {
    const { createAppContext } = await import('../app-context.ts');
    const other = await createAppContext(app.context.config);
    const socket = await open();
    const message = nextMessage(socket);
    await other.products.saveProducts('smart', [{ fields: { title: 'Lamp', main_category: 'L', category: 'D' } }]);
    await other.close();
    const { epoch } = app.context.states;
    expect(await message).toEqual({ event: 'productsChanged', data: { shop: 'smart', seq: 1, epoch, listeners: 1 } });
  });
});

it('a stopping server closes its sockets with 1012 (service restart)', async () => {
  const socket = await open();
  const closed = closeCode(socket);
  await app.stop();
  expect(await closed).toBe(1012);
});
