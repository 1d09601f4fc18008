import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, send } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { isPasswordHash } from '../../config/password-hash-format.ts';
import { hashPassword, isPassword } from './password-hash.ts';

const PASSWORD = 'correct horse battery';
const HOUR_MS = 3_600_000;

let app: TestApp;
let clockMs: number;

const start = (env: Readonly<Record<string, string>> = { ADMIN_PASSWORD: PASSWORD }, dataDir?: string) =>
  startTestApp({
    // Each test sets the address of its caller.
    env: { TRUSTED_PROXIES: '1', ...env },
    now: () => clockMs,
    ...(dataDir !== undefined && { dataDir }),
  });

beforeEach(async () => {
  clockMs = Date.now();
  app = await start();
});
afterEach(() => app.stop());

interface From {
  readonly address?: string;
  readonly cookie?: string;
  readonly url?: string;
}
const login = (password: unknown, { address = '203.0.113.7', cookie, url = app.url }: From = {}): Promise<Reply> =>
  send(url, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify({ password }),
  });
const isValid = async (token: unknown, url = app.url): Promise<unknown> => {
  const reply = await send(url, '/api/verify-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return json(reply)['valid'];
};
const tokenOf = (reply: Reply): string => String(json(reply)['token']);
/** `401`, or `429` with the seconds to wait. */
const outcome = (reply: Reply): string =>
  reply.status === 429
    ? `429 ${String(json(reply)['retryAfter'])} ${reply.headers['retry-after']}`
    : String(reply.status);
const fail = async (count: number, from: From = {}): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let attempt = 0; attempt < count; attempt++) outcomes.push(outcome(await login('wrong', from)));
  return outcomes;
};

describe('the right password', () => {
  it('[AUTH2] returns an unguessable token that is not stored in plain text', async () => {
    const token = tokenOf(await login(PASSWORD));
    expect(token).toMatch(/^adm_p_[\w-]{43}$/);
    expect(await isValid(token)).toBe(true);
    const rows = await app.context.database.reader.selectFrom('admin_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(6));
  });

  it.each([[''], ['adm_'], [`adm_${'A'.repeat(43)}`], [null], [7], [{}], ['x'.repeat(5_000)], [undefined]])(
    'is required: the token %j is not valid',
    async (token) => expect(await isValid(token)).toBe(false),
  );

  it('returns a token that expires after 12 hours without use and after 7 days in all', async () => {
    const idle = tokenOf(await login(PASSWORD));
    clockMs += 12 * HOUR_MS;
    expect(await isValid(idle)).toBe(false);
    const used = tokenOf(await login(PASSWORD));
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      expect([hours, await isValid(used)]).toEqual([hours, true]);
      clockMs += 11 * HOUR_MS;
    }
    clockMs += 10 * HOUR_MS;
    expect(await isValid(used)).toBe(false);
  });

  it('[AUTH3] returns a token that its own logout ends at once in all processes', async () => {
    const [token, other] = [tokenOf(await login(PASSWORD)), tokenOf(await login(PASSWORD))];
    const second = await start({ ADMIN_PASSWORD: PASSWORD }, app.context.config.dataDir);
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(app.url, '/api/login', { method: 'DELETE', headers })).status).toBe(204);
    expect((await send(app.url, '/api/login', { method: 'DELETE', headers })).status).toBe(204);
    expect([await isValid(token, second.url), await isValid(other, second.url)]).toEqual([false, true]);
    await second.stop();
  });

  it.each([[7], [null], ['x'.repeat(201)]])('cannot be %j', async (password) => {
    expect((await login(password)).status).toBe(400);
  });
});

describe('a browser’s token', () => {
  it('[AUTH6] is invalid without the cookie of its browser', async () => {
    const browser = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const reply = await send(app.url, '/api/login', {
      method: 'POST',
      headers: browser,
      body: JSON.stringify({ password: PASSWORD }),
    });
    const cookie = reply.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const other = (await login(PASSWORD)).headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const statusWith = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (
        await send(app.url, '/api/admin-purchases', {
          headers: { authorization: `Bearer ${tokenOf(reply)}`, ...headers },
        })
      ).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ cookie: other })).toBe(401);
    expect(await statusWith({ cookie })).toBe(200);
    const verify = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const body = JSON.stringify({ token: tokenOf(reply) });
      const verified = await send(app.url, '/api/verify-token', {
        method: 'POST',
        headers: { ...browser, ...headers },
        body,
      });
      return json(verified)['valid'];
    };
    expect([await verify({}), await verify({ cookie })]).toEqual([false, true]);
  });
});

describe('wrong passwords', () => {
  it('block from the fifth on, for 30 s and twice as long each time up to 15 minutes', async () => {
    expect(await fail(6)).toEqual(['401', '401', '401', '401', '401', '429 30 30']);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      clockMs += seconds * 1_000 - 1;
      expect(outcome(await login(PASSWORD))).toBe('429 1 1');
      clockMs += 1;
      expect(await fail(1)).toEqual(['401']);
    }
    expect(await fail(1)).toEqual(['429 900 900']);
    clockMs += 900_000;
    expect((await login(PASSWORD)).status).toBe(200);
    expect(await fail(5)).toEqual(['401', '401', '401', '401', '401']);
  });

  it('are forgotten 15 minutes later', async () => {
    expect(await fail(4)).toEqual(['401', '401', '401', '401']);
    clockMs += 15 * 60_000;
    expect(await fail(6)).toEqual(['401', '401', '401', '401', '401', '429 30 30']);
  });

  it('stay counted across a restart', async () => {
    await fail(5);
    clockMs += 10_000;
    const again = await start({ ADMIN_PASSWORD: PASSWORD }, app.context.config.dataDir);
    expect(outcome(await login(PASSWORD, { url: again.url }))).toBe('429 20 20');
    await again.stop();
  });

  it('[AUTH5] are counted one by one when they arrive at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => login('wrong')));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  it('are counted by network', async () => {
    await fail(5, { address: '2001:db8:1:2::1' });
    expect(await fail(1, { address: '2001:db8:1:2:ffff::9' })).toEqual(['429 30 30']);
    expect(await fail(1, { address: '2001:db8:1:3::1' })).toEqual(['401']);
    expect((await login(PASSWORD, { address: '198.51.100.1' })).status).toBe(200);
  });

  it('of another device in the same network do not block a known device, which has its own count', async () => {
    const first = await login(PASSWORD);
    const cookie = first.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/^device=.+; HttpOnly; SameSite=Strict$/)]);
    await fail(5);
    expect(await fail(1)).toEqual(['429 30 30']);
    expect((await login(PASSWORD, { cookie })).status).toBe(200);
    expect(await fail(6, { cookie })).toEqual(['401', '401', '401', '401', '401', '429 30 30']);
    const forged = { cookie: `device=${cookie.slice(7, 12)}AAAA.${cookie.split('.')[1]}` };
    expect((await login(PASSWORD, forged)).status).toBe(429);
  });
});

describe('[fault 54] a thousand guessing addresses', () => {
  it('never log in and are slowed down, while an administrator at a known device logs in at once', async () => {
    const first = await login(PASSWORD);
    const cookie = first.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    let answered = 0;
    const guesses = Array.from({ length: 1_000 }, async (_, index) => {
      const reply = await login(`guess ${index}`, { address: `198.51.${100 + (index >> 8)}.${index & 255}` });
      answered += 1;
      return outcome(reply);
    });
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(500);
    expect((await login(PASSWORD, { cookie })).status).toBe(200);
    const outcomes = new Set(await Promise.all(guesses));
    // Each reply is a wrong password or a full queue.
    expect([...outcomes].toSorted()).toEqual(['401', '429 5 5']);
    // An unknown device can log in again once the queue has room.
    expect((await login(PASSWORD, { address: '203.0.113.99' })).status).toBe(200);
  });

  it('are blocked independently of each other at ten thousand attempts an hour', async () => {
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      outcomes.push(...(await fail(1, { address: '192.0.2.1' })), ...(await fail(1, { address: '192.0.2.2' })));
      clockMs += 360;
    }
    expect(outcomes.filter((one) => one === '401')).toHaveLength(10);
    // The server counts down in seconds.
    expect(outcomes.slice(-2)).toEqual(['429 28 28', '429 28 28']);
  });
});

describe('the password in force', () => {
  it('comes from the settings, and changing it ends every token', async () => {
    const { dataDir } = app.context.config;
    const token = tokenOf(await login(PASSWORD));
    await app.server.identity.adminPassword.prepare();
    const same = await start({ ADMIN_PASSWORD: PASSWORD }, dataDir);
    expect(await same.server.identity.adminPassword.prepare()).toBeUndefined();
    expect(await isValid(token, same.url)).toBe(true);
    await same.stop();
    const other = await start({ ADMIN_PASSWORD_HASH: await hashPassword('another password') }, dataDir);
    await other.server.identity.adminPassword.prepare();
    expect(await isValid(token, other.url)).toBe(false);
    expect((await login(PASSWORD, { url: other.url })).status).toBe(401);
    expect((await login('another password', { url: other.url })).status).toBe(200);
    await other.stop();
  });

  it('is generated once when none is set, readable for the server’s user only', async () => {
    const first = await start({});
    const { dataDir } = first.context.config;
    const file = join(dataDir, 'admin-password.txt');
    const generated = await first.server.identity.adminPassword.prepare();
    expect(generated).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await login(generated, { url: first.url })).status).toBe(200);
    const second = await start({}, dataDir);
    expect(await second.server.identity.adminPassword.prepare()).toBe(generated);
    // An operator may empty the file after noting the password.
    await writeFile(file, '');
    const third = await start({}, dataDir);
    expect(await third.server.identity.adminPassword.prepare()).toBeUndefined();
    expect((await login(generated, { url: third.url, address: '198.51.100.1' })).status).toBe(200);
    expect(await readFile(file, 'utf8')).toBe('');
    await third.stop();
    await second.stop();
    await first.stop();
  });
});

describe('isPassword', () => {
  it('matches a password against its hash', async () => {
    expect(isPasswordHash(await hashPassword('a'))).toBe(true);
    expect(await isPassword('b', await hashPassword('a'))).toBe(false);
    expect(await isPassword('a', await hashPassword('a'))).toBe(true);
  });

  it.each(['', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA', 'password'])(
    'does not accept %j as a hash',
    async (text) => {
      expect(isPasswordHash(text)).toBe(false);
      expect(await isPassword('password', text)).toBe(false);
    },
  );
});
