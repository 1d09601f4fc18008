import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createGate } from '../testing/gate.ts';
import type { Gate } from '../testing/gate.ts';
import type { Buckets } from '../limits/buckets.ts';

const PATIENCE_MS = 5_000;

/** Creates buckets that are never empty and that answer once the gate is open. */
const openSlowly = (gate: Gate): Buckets => ({
  take: async () => void (await gate.pass()),
  reserve: async (_name, tokens) => ({ tokens, retryAfterSeconds: 0 }),
  giveBack: () => undefined,
});

let app: TestApp;
const opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await app.stop();
});

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  opened.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Returns whether a connection is closed within the patience of a test. */
async function isClosed(socket: Socket): Promise<boolean> {
  socket.resume();
  if (socket.destroyed) return true;
  return once(socket, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );
}

/** Asks for the health of the server on an open connection; returns the status line, empty if the connection ends. */
async function ask(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [data] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])) as [Buffer | ''];
  return data.toString().split('\r\n', 1)[0] ?? '';
}

it('[NET1] a connection that sends nothing, or only the start of a request, is closed', async () => {
  app = await startTestApp({ connections: { firstByteMs: 200 } });
  const silent = await open();
  const slow = await open();
  slow.write('GET /healthz HTTP/1.1\r\nHost');
  const quick = await open();
  expect(await ask(quick)).toContain('200');
  expect(await Promise.all([isClosed(silent), isClosed(slow)])).toEqual([true, true]);
  expect(await ask(quick)).toContain('200');
});

it.each([
  [3, '1'],
  [1, '3'],
])(
  '[NET2] a network has at most three connections with a limit of %i and NETWORK_LIMITS=%s; a closed one makes room',
  async (perNetwork, NETWORK_LIMITS) => {
    app = await startTestApp({ env: { NETWORK_LIMITS }, connections: { perNetwork } });
    const first = await open();
    await open();
    await open();
    expect(await ask(first)).toContain('200');
    expect(await isClosed(await open())).toBe(true);
    expect(await ask(first)).toContain('200');
    first.destroy();
    await expect.poll(async () => ask(await open())).toContain('200');
  },
);

it.each([
  ['all addresses of a household count as one', {}, 429],
  ['NETWORK_LIMITS multiplies what an office or a carrier may have', { NETWORK_LIMITS: '2' }, 101],
])('[NET3] sockets are limited per network: %s', async (_title, env, third) => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '1', ...env }, socketLimits: { perNetwork: 2 } });
  const statusOf = async (address: string): Promise<number> => {
    const socket = new WebSocket(app.url.replace('http', 'ws') + REALTIME_PATH, {
      headers: { origin: app.url, 'x-forwarded-for': address },
    });
    return new Promise((resolve) => {
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });
  };
  const statuses: number[] = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1']) {
    statuses.push(await statusOf(address));
  }
  expect(statuses).toEqual([101, 101, third, 101]);
});

it.each([
  ['1', 2],
  ['2', 4],
])(
  '[NET6] behind a proxy, with NETWORK_LIMITS=%s, a network has at most %i requests in flight',
  async (NETWORK_LIMITS, share) => {
    const gate = createGate();
    app = await startTestApp({
      env: { NETWORK_LIMITS, TRUSTED_PROXIES: '1' },
      connections: { perNetwork: 2, inAll: 7 },
      change: (context) => ({ ...context, buckets: { ...context.buckets, open: () => openSlowly(gate) } }),
    });
    gate.close();
    const askFrom = (address: string, path = '/api/sync/account'): Promise<Response> =>
      fetch(app.url + path, { headers: { 'x-forwarded-for': address, connection: 'close' } });
    const waiting = Array.from({ length: share }, () => askFrom('192.0.2.1'));
    await expect.poll(() => gate.waiting()).toBe(share);
    const rejected = await askFrom('192.0.2.1');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '2']);
    // Other networks are let in, and health probes always are.
    waiting.push(askFrom('2001:db8::1'), askFrom('2001:db8::2'));
    const probe = askFrom('192.0.2.1', '/healthz');
    await expect.poll(() => gate.waiting()).toBe(share + 3);
    gate.open();
    expect((await probe).status).toBe(200);
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(401);
    expect((await askFrom('192.0.2.1')).status).toBe(401);
  },
);

it('[NET6] a server has a limited number of connections in all, also behind a proxy; a closed one makes room', async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '1' }, connections: { inAll: 3 } });
  const held = await Promise.all([open(), open(), open()]);
  for (const socket of held) expect(await ask(socket)).toContain('200');
  expect(await isClosed(await open())).toBe(true);
  held[0]?.destroy();
  await expect.poll(async () => ask(await open())).toContain('200');
});

it.each([
  ['0', 1],
  ['1', 0],
])('[NET4] with TRUSTED_PROXIES=%s, forwarded headers lead to %i warnings', async (trusted, warnings) => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: trusted } });
  const warn = vi.spyOn(app.context.log, 'warn');
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  for (let count = 0; count < 3; count++) await fetch(`${app.url}/healthz`, { headers });
  expect(warn.mock.calls.filter((call) => String(call).includes('TRUSTED_PROXIES'))).toHaveLength(warnings);
});
