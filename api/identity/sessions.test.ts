import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { json, send } from '../testing/clients/send.ts';
import { createTestCredential, signIn, signInAdmin, signInBearer } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let clockMs: number;

beforeEach(async () => {
  clockMs = Date.now();
  app = await startTestApp({ now: () => clockMs });
});
afterEach(() => app.stop());

const whoAmI = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
  const reply = await send(app.url, '/api/session', { headers });
  return reply.status === 200 ? (json(reply)['user'] as { sub: string }).sub : json(reply)['code'];
};
const open = (body: unknown, headers: Record<string, string> = {}) =>
  send(app.url, '/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('signing in', () => {
  it('opens a session in an HttpOnly, SameSite=Strict cookie', async () => {
    const reply = await open({ credential: await createTestCredential(app, 'alice') });
    expect(json(reply)).toEqual({
      auth_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: { sub: 'demo-alice', name: 'Alice', email: 'alice@demo.invalid', picture: '' },
      isAdmin: false,
    });
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('reports whether the user is a listed administrator', async () => {
    const { headers } = await signIn(app, 'ada');
    expect(json(await send(app.url, '/api/session', { headers }))).toMatchObject({ isAdmin: true });
  });

  it('returns the token in the reply to a program', async () => {
    const headers = await signInBearer(app, 'bob');
    expect(await whoAmI(headers)).toBe('demo-bob');
  });

  it('[AUTH4] accepts each credential once', async () => {
    const credential = await createTestCredential(app, 'alice');
    expect((await open({ credential })).status).toBe(200);
    expect(json(await open({ credential }))).toMatchObject({ status: 401, code: 'credential-refused' });
  });

  it('ends the browser’s previous session', async () => {
    const alice = await signIn(app, 'alice');
    const credential = await createTestCredential(app, 'bob');
    expect((await open({ credential }, alice.headers)).status).toBe(200);
    expect(await whoAmI(alice.headers)).toBe('unauthorized');
  });

  it('[AUTH2] stores no token in plain text', async () => {
    const { headers } = await signIn(app, 'alice');
    const rows = await app.context.database.reader.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(headers.cookie.slice(4));
  });
});

describe('a session', () => {
  it('is found by its token only', async () => {
    const { authToken } = await signIn(app, 'alice');
    for (const headers of [
      {},
      { cookie: 'sid=' },
      { cookie: `sid=${'A'.repeat(43)}` },
      { cookie: `sid=${authToken}` },
      { authorization: `Bearer ${authToken}` },
      { authorization: 'Basic YTpi' },
      await signInAdmin(app),
    ]) {
      expect([headers, await whoAmI(headers)]).toEqual([headers, 'unauthorized']);
    }
  });

  it('lasts 30 days after its last use and 90 days in all', async () => {
    const { headers } = await signIn(app, 'alice');
    clockMs += 30 * DAY_MS - 1;
    expect(await whoAmI(headers)).toBe('demo-alice');
    clockMs += 30 * DAY_MS - 1;
    expect(await whoAmI(headers)).toBe('demo-alice');
    clockMs += 29 * DAY_MS;
    expect(await whoAmI(headers)).toBe('demo-alice');
    clockMs += 2 * DAY_MS;
    expect(await whoAmI(headers)).toBe('unauthorized');
  });

  it('ends after 30 days without use', async () => {
    const { headers } = await signIn(app, 'alice');
    clockMs += 30 * DAY_MS;
    expect(await whoAmI(headers)).toBe('unauthorized');
  });

  it('[AUTH3] ends at once when its user signs out, while the user’s other sessions continue', async () => {
    const phone = await signIn(app, 'alice');
    const desk = await signIn(app, 'alice');
    const reply = await send(app.url, '/api/session', { method: 'DELETE', headers: phone.headers });
    expect([reply.status, reply.headers['set-cookie']]).toEqual([204, [expect.stringMatching(/^sid=; Max-Age=0; /)]]);
    expect([await whoAmI(phone.headers), await whoAmI(desk.headers)]).toEqual(['unauthorized', 'demo-alice']);
    expect((await send(app.url, '/api/session', { method: 'DELETE', headers: phone.headers })).status).toBe(204);
  });

  it('ends on all devices when the user signs out everywhere', async () => {
    const phone = await signIn(app, 'alice');
    const desk = await signIn(app, 'alice');
    const bob = await signIn(app, 'bob');
    await send(app.url, '/api/session?everywhere=1', { method: 'DELETE', headers: phone.headers });
    expect([await whoAmI(phone.headers), await whoAmI(desk.headers), await whoAmI(bob.headers)]).toEqual([
      'unauthorized',
      'unauthorized',
      'demo-bob',
    ]);
  });

  it('is valid in every process on the same data', async () => {
    const { headers } = await signIn(app, 'alice');
    const other = await startTestApp({ dataDir: app.context.config.dataDir, now: () => clockMs });
    expect((await send(other.url, '/api/session', { headers })).status).toBe(200);
    await send(other.url, '/api/session', { method: 'DELETE', headers });
    expect(await whoAmI(headers)).toBe('unauthorized');
    await other.stop();
  });
});

describe('a write', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{}, 204],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 204],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': '' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'SELF' }, 204],
    [{ origin: 'SELF', 'sec-fetch-site': 'cross-site' }, 403],
  ])('with the cookie and %j is answered with %i', async (headers, status) => {
    const { headers: session } = await signIn(app, 'alice');
    const given = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace('SELF', app.url)]),
    );
    const reply = await send(app.url, '/api/session', { method: 'DELETE', headers: { ...session, ...given } });
    expect(reply.status).toBe(status);
    expect(await whoAmI(session)).toBe(status === 403 ? 'demo-alice' : 'unauthorized');
  });

  it('with a bearer token needs no origin, and neither does a read', async () => {
    const bearer = await signInBearer(app, 'alice');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect(await whoAmI({ ...bearer, ...foreign })).toBe('demo-alice');
    expect((await send(app.url, '/api/session', { method: 'DELETE', headers: { ...bearer, ...foreign } })).status).toBe(
      204,
    );
  });

  it('that opens a session is rejected on an unencrypted connection', async () => {
    const credential = await createTestCredential(app, 'alice');
    const reply = await open({ credential }, { host: 'shop.example' });
    expect([reply.status, json(reply)['code']]).toEqual([403, 'origin-refused']);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

it('the cookie is bound to the host and to https when PUBLIC_URL is an https address', async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '1' } });
  const headers = {
    'content-type': 'application/json',
    host: 'shop.example',
    origin: 'https://shop.example',
    'x-forwarded-proto': 'https',
  };
  const credential = await createTestCredential(secure, 'alice');
  const reply = await send(secure.url, '/api/session', {
    method: 'POST',
    headers,
    body: JSON.stringify({ credential }),
  });
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
  ]);
  await secure.stop();
});

describe('a shop with an https address opens no session over http:', () => {
  const shop = { host: 'shop.example' };
  it.each<readonly [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ['its own name, without a proxy', {}, shop],
    ['this machine', {}, {}],
    ['a proxy that says nothing of the connection', { TRUSTED_PROXIES: '1' }, shop],
    ['a proxy that says http', { TRUSTED_PROXIES: '1' }, { ...shop, 'x-forwarded-proto': 'http' }],
    ['the word of a caller', {}, { ...shop, 'x-forwarded-proto': 'https' }],
    [
      'the word of a caller before that of the proxy',
      { TRUSTED_PROXIES: '1' },
      { ...shop, 'x-forwarded-proto': 'https, http' },
    ],
  ])('%s', async (_way, env, headers) => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://shop.example', ...env } });
    onTestFinished(() => secure.stop());
    for (const path of ['/api/session', '/api/session?transport=bearer']) {
      const credential = await createTestCredential(secure, 'alice');
      const reply = await send(secure.url, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ credential }),
      });
      expect([reply.status, json(reply)['code']]).toEqual([403, 'origin-refused']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });
});

it('calls that the proxy names as http are rejected by a shop with an https address', async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '1' } });
  onTestFinished(() => secure.stop());
  const statusOf = async (proto: string): Promise<number> =>
    (await send(secure.url, '/api/session', { headers: { host: 'shop.example', 'x-forwarded-proto': proto } })).status;
  expect([await statusOf('http'), await statusOf('HTTP'), await statusOf('https')]).toEqual([403, 403, 401]);
});

describe('a server without the demo', () => {
  it('issues no credential, accepts none, and rejects sessions of the demo', async () => {
    const credential = await createTestCredential(app, 'alice');
    const { headers } = await signIn(app, 'alice');
    const real = await startTestApp({ dataDir: app.context.config.dataDir, env: { DEMO: '0' } });
    for (const [method, path] of [
      ['GET', '/dev/users'],
      ['POST', '/dev/credentials'],
      ['GET', '/dev/'],
    ] as const) {
      expect([path, (await send(real.url, path, { method })).status]).toEqual([path, 404]);
    }
    expect(json(await send(real.url, '/api/session/sign-in'))).toMatchObject({ provider: 'none' });
    const reply = await send(real.url, '/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ credential }),
    });
    expect([reply.status, json(reply)['code']]).toEqual([401, 'credential-refused']);
    expect((await send(real.url, '/api/session', { headers })).status).toBe(401);
    await real.stop();
  });
});

it('the demo lists its users', async () => {
  const { users } = json(await send(app.url, '/dev/users'));
  expect((users as { sub: string }[]).map(({ sub }) => sub)).toEqual([
    'demo-alice',
    'demo-bob',
    'demo-sam',
    'demo-ada',
  ]);
});

it.each(['alice', 'demo-', 'demo-a b', `demo-${'a'.repeat(60)}`, '113113113'])(
  'a demo user cannot have the id %j',
  async (sub) => {
    const reply = await send(app.url, '/dev/credentials', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sub, name: 'A', email: 'a@demo.invalid' }),
    });
    expect(reply.status).toBe(400);
  },
);
