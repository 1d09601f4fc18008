import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLogRecorder } from '../testing/log-recorder.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';

const recorder = createLogRecorder();
const JSON_TYPE = { 'content-type': 'application/json' };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    env: { LOG_LEVEL: 'info', ADMIN_PASSWORD: 'correct horse battery staple' },
    rates: { read: { burst: 10, perSecond: 0.001 } },
    logTo: recorder.logTo,
  });
});
afterAll(() => app.stop());
beforeEach(() => recorder.clear());

it('[EVENT1] a call without a session is one line', async () => {
  await send(app.url, '/api/push/subscriptions', { method: 'DELETE', headers: JSON_TYPE, body: '{"endpoint":"x"}' });
  expect(recorder.events()).toMatchObject([
    {
      security: 'call-unauthenticated',
      network: '127.0.0.0/24',
      method: 'DELETE',
      route: '/api/push/subscriptions',
      detail: { code: 'unauthorized' },
    },
  ]);
});

it('[EVENT1] a call from another site and a call that is only for administrators are forbidden: one line each', async () => {
  const { headers } = await signIn(app, 'alice');
  recorder.clear();
  await send(app.url, '/api/session', { method: 'DELETE', headers: { ...headers, origin: 'https://evil.example' } });
  await send(app.url, '/api/next-id', { headers });
  expect(recorder.events()).toMatchObject([
    { security: 'call-forbidden', method: 'DELETE', route: '/api/session', detail: { code: 'origin-refused' } },
    { security: 'call-forbidden', method: 'GET', route: '/api/next-id', detail: { code: 'forbidden' } },
  ]);
});

it('[EVENT1] wrong credentials and passwords have events of their own', async () => {
  const post = (path: string, body: object) =>
    send(app.url, path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  await post('/api/session', { credential: 'eyJhbGciOiJIUzI1NiJ9.e30.forged-signature' });
  await post('/api/login', { password: 'guessed-password-of-an-attacker' });
  expect(recorder.events().map(({ security, detail }) => [security, detail])).toEqual([
    ['sign-in-failed', { code: 'credential-refused' }],
    ['admin-login-failed', { code: 'wrong-password' }],
  ]);
  expect(recorder.text()).not.toMatch(/forged-signature|guessed-password/);
});

it('[EVENT1] rejected handshakes and events of sockets are one line each', async () => {
  const rejected = (headers: Readonly<Record<string, string>>) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}/realtime`, { headers });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
  expect(await rejected({ origin: 'https://evil.example' })).toBe(403);
  expect(await rejected({ authorization: `Bearer ${'A'.repeat(43)}` })).toBe(401);
  const { socket, ask } = await openEventSocket(app.url, {});
  await ask('registerAdmin', { token: `adm_p_${'A'.repeat(43)}` });
  socket.terminate();
  expect(recorder.events()).toMatchObject([
    { security: 'call-forbidden', network: '127.0.0.0/24', route: '/realtime', detail: { code: 'origin-refused' } },
    { security: 'call-unauthenticated', route: '/realtime', detail: { code: 'unauthorized' } },
    {
      security: 'call-unauthenticated',
      network: '127.0.0.0/24',
      method: 'EVENT',
      route: '/realtime registerAdmin',
      detail: { code: 'unauthorized' },
    },
  ]);
  expect(recorder.text()).not.toContain('A'.repeat(43));
});

it('[EVENT1] a burst of calls beyond a limit is six lines per network', async () => {
  const statuses = new Set<number>();
  for (let call = 0; call < 30; call++) statuses.add((await send(app.url, '/api/session/sign-in')).status);
  expect([...statuses].at(-1)).toBe(429);
  expect(recorder.events('call-rate-limited')).toHaveLength(6);
});

it('[EVENT1] a flood of forbidden handshakes, which no limit counts, does not fill the log', async () => {
  const handshakes = Array.from({ length: 150 }, () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/realtime`, { origin: 'https://evil.example' });
    socket.on('error', () => undefined);
    return new Promise((resolve) =>
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode)),
    );
  });
  expect(new Set(await Promise.all(handshakes))).toEqual(new Set([403]));
  const lines = recorder.events('call-forbidden').length;
  expect(lines).toBeGreaterThan(20);
  expect(lines).toBeLessThan(100);
});

it('[EVENT1] a changed password and the failed login that blocks a network are events', async () => {
  const attempt = (password: string) =>
    send(app.url, '/api/login', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ password }) });
  for (let failure = 0; failure < 5; failure++) await attempt(`wrong number ${failure}`);
  expect((await attempt('correct horse battery staple')).status).toBe(429);
  expect(recorder.events('admin-login-blocked')).toMatchObject([{ network: '127.0.0.0/24', route: '/api/login' }]);
  const { dataDir } = app.context.config;
  const env = { LOG_LEVEL: 'info', ADMIN_PASSWORD: 'another horse battery staple' };
  const restarted = await startTestApp({ dataDir, env, logTo: recorder.logTo });
  await restarted.server.identity.adminPassword.prepare();
  await restarted.stop();
  expect(recorder.events('admin-password-changed')).toHaveLength(1);
});
