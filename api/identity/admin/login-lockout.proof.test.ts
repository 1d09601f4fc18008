import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PasskeyRequest } from '#contract/account/passkeys.ts';
import { DEFAULT_RATES } from '../../http/rate-limit.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import { json, send } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';

const PASSWORD = 'correct horse battery';
const STRANGER = '203.0.113.7';

let app: TestApp;
let clockMs: number;

const start = (
  env: Readonly<Record<string, string>> = {},
  options: Omit<Parameters<typeof startTestApp>[0], 'env'> = {},
) =>
  startTestApp({
    env: { TRUSTED_PROXIES: '1', ADMIN_PASSWORD: PASSWORD, ...env },
    now: () => clockMs,
    ...options,
  });

beforeEach(() => {
  clockMs = Date.now();
});
afterEach(() => app.stop());

const login = (password: string, headers: Readonly<Record<string, string>> = {}, { url } = app): Promise<Reply> =>
  send(url, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': STRANGER, ...headers },
    body: JSON.stringify({ password }),
  });
const guess = async (address: string): Promise<number> => (await login('wrong', { 'x-forwarded-for': address })).status;
const cookieOf = (reply: Reply): string => reply.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';

describe('[GATE1] wrong passwords are counted by network', () => {
  it.each([
    ['another port', (index: number) => `203.0.113.7:${5_000 + index}`],
    ['another port of an IPv6 address', (index: number) => `[2001:db8:1:2::7]:${5_000 + index}`],
    ['another address of the /64', (index: number) => `2001:db8:1:2::${index + 1}`],
    [
      'another spelling',
      (index: number) => ['2001:db8:1:2::7', '2001:DB8:1:2::7', '[2001:db8:1:2::7]'][index % 3] ?? '',
    ],
    ['IPv4 inside IPv6', (index: number) => ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'][index % 3] ?? ''],
    ['an entry that the client wrote', (index: number) => `198.51.100.${index}, 203.0.113.7`],
    ['an entry that is no address', (index: number) => `unknown-${index}`],
    ['an entry before an empty one', (index: number) => `198.51.100.${index}, `],
  ])('with %s each time', async (_what, addressOf) => {
    app = await start();
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push(await guess(addressOf(index)));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('and by the /48 as well, so that one guesser cannot use its 65,536 networks in turn', async () => {
    app = await start();
    const statuses: number[] = [];
    for (let index = 0; index < 25; index += 1) statuses.push(await guess(`2001:db8:1:${index.toString(16)}::1`));
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
    expect(await guess('2001:db8:2::1')).toBe(401);
    clockMs += 30_000;
    expect((await login(PASSWORD, { 'x-forwarded-for': '2001:db8:1:99::1' })).status).toBe(200);
    expect(await guess('2001:db8:1:98::1')).toBe(401);
  });
});

describe('[GATE2] a known device', () => {
  it('is not slowed down by strangers who use up the calls of its network', async () => {
    app = await start({}, { rates: DEFAULT_RATES });
    const cookie = cookieOf(await login(PASSWORD));
    const calls = Array.from({ length: DEFAULT_RATES.write.burst + 10 }, () => login('wrong'));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect((await login(PASSWORD)).status).toBe(429);
    expect((await login(PASSWORD, { cookie })).status).toBe(200);
  });

  it('passes its passkey step too, however many calls strangers in its network make', async () => {
    app = await start({ TRUSTED_PROXIES: '0' }, { rates: DEFAULT_RATES });
    const ada = new PasskeyClient(app, PASSWORD);
    const link = await app.server.identity.administrators.createFirstLink();
    await ada.join(link?.secret ?? '', 'Ada');
    const cookie = cookieOf(await login(PASSWORD));
    await Promise.all(Array.from({ length: DEFAULT_RATES.write.burst + 10 }, () => login('wrong')));
    const { token, passkey } = json(await login(PASSWORD, { cookie }));
    const reply = await send(app.url, '/api/login/passkey', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, authorization: `Bearer ${String(token)}` },
      body: JSON.stringify({ response: ada.authenticator.get(passkey as PasskeyRequest) }),
    });
    expect(reply.status).toBe(200);
  });

  it('has a limit of its own, unlike a device with a forged cookie', async () => {
    app = await start({}, { rates: { ...DEFAULT_RATES, write: { burst: 3, perSecond: 0.001 } } });
    const cookie = cookieOf(await login(PASSWORD));
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await login('wrong', { cookie })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const forged = cookie.replace(/^device=..../, 'device=AAAA');
    statuses.splice(0);
    for (let index = 0; index < 3; index += 1) statuses.push((await login('wrong', { cookie: forged })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('is unknown once the password has changed', async () => {
    app = await start();
    const cookie = cookieOf(await login(PASSWORD));
    const { dataDir } = app.context.config;
    const changed = await start({ ADMIN_PASSWORD: 'another long password' }, { dataDir });
    try {
      for (let index = 0; index < 5; index += 1) await guess(STRANGER);
      const former = await login('another long password', { cookie }, changed);
      expect([former.status, json(former)['code']]).toEqual([429, 'too-many-requests']);
      clockMs += 15 * 60_000;
      const renewed = cookieOf(await login('another long password', { cookie }, changed));
      expect(renewed).toMatch(/^device=.{20}/);
      expect(renewed).not.toBe(cookie);
      for (let index = 0; index < 5; index += 1) await guess(STRANGER);
      expect((await login('another long password', { cookie: renewed }, changed)).status).toBe(200);
    } finally {
      await changed.stop();
    }
  });
});

describe('[GATE3] where the public address is https, a login', () => {
  it.each([
    ['1', { 'x-forwarded-proto': 'https' }, 200],
    ['1', { 'x-forwarded-proto': 'HTTPS' }, 200],
    ['1', { 'x-forwarded-proto': 'http, https' }, 200],
    ['1', { 'x-forwarded-proto': 'https, http' }, 403],
    ['1', { 'x-forwarded-proto': 'http' }, 403],
    ['1', {}, 403],
    ['2', { 'x-forwarded-proto': 'https, http' }, 200],
    ['2', { 'x-forwarded-proto': 'https' }, 200],
    ['0', { 'x-forwarded-proto': 'https' }, 403],
    ['0', { host: 'localhost' }, 403],
  ])('behind %s proxies with the headers %j is answered with %i', async (proxies, headers, status) => {
    app = await start({ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: proxies });
    const reply = await login(PASSWORD, { host: 'shop.example', ...headers });
    expect(reply.status).toBe(status);
    if (status === 403) {
      expect(json(reply)).toMatchObject({ code: 'origin-refused', error: expect.stringContaining('https') });
      expect(reply.headers['set-cookie']).toBeUndefined();
      // The password is not checked.
      expect((await login('wrong', headers)).body.toString()).toContain('origin-refused');
      expect(await app.context.database.reader.selectFrom('login_attempt').selectAll().execute()).toEqual([]);
    }
  });
});
