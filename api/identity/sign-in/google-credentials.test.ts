import { createHmac } from 'node:crypto';
import { exportSPKI, generateKeyPair, importJWK, UnsecuredJWT } from 'jose';
import type { CryptoKey } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeGoogle, TEST_CLIENT_ID } from '../../testing/fake-google.ts';
import type { FakeGoogle } from '../../testing/fake-google.ts';
import { json, send } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp, TestAppOptions } from '../../testing/apps/test-app.ts';
import { checkRealm } from '../identity-realm.ts';

let google: FakeGoogle;
let app: TestApp;
let clockMs: number;

const startShop = (options: TestAppOptions = {}): Promise<TestApp> =>
  startTestApp({
    env: { GOOGLE_CLIENT_ID: TEST_CLIENT_ID },
    googleKeysUrl: google.keysUrl,
    now: () => clockMs,
    ...options,
  });

beforeEach(async () => {
  clockMs = Date.now();
  // jose's key cache reads the system clock; the shop reads the one that it is given.
  vi.spyOn(Date, 'now').mockImplementation(() => clockMs);
  google = await startFakeGoogle();
  app = await startShop();
});
afterEach(async () => {
  await app.stop();
  await google.stop();
  vi.restoreAllMocks();
});

/** The cookie of the browser that signs in. */
let browser: string;
/** Asks for a nonce as a new browser, and stores the cookie of the reply in `browser`. */
const createNonce = async (url = app.url): Promise<string> => {
  const reply = await send(url, '/api/session/sign-in');
  browser = reply.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  return String(json(reply)['nonce']);
};
const open = (credential: string, url = app.url, cookie = browser): Promise<Reply> =>
  send(url, '/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }) },
    body: JSON.stringify({ credential }),
  });
const countSessions = async (): Promise<number> =>
  (await app.context.database.reader.selectFrom('session').select('sub').execute()).length;

describe('a Google credential', () => {
  it('[AUTH13] is bound to a cookie of its browser, which its other tabs share for ten minutes', async () => {
    const first = await send(app.url, '/api/session/sign-in');
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const cookie = first.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const second = await send(app.url, '/api/session/sign-in', { headers: { cookie } });
    expect(second.headers['set-cookie']?.[0]).toContain(cookie);
    const forged = await send(app.url, '/api/session/sign-in', { headers: { cookie: 'sign-in=x' } });
    expect(forged.headers['set-cookie']?.[0]).toMatch(/^sign-in=[\w-]{43};/);
    for (const reply of [first, second]) {
      const credential = await google.createCredential(String(json(reply)['nonce']), clockMs);
      expect((await open(credential, app.url, cookie)).status).toBe(200);
    }
  });

  it('opens a session for its user', async () => {
    expect(json(await send(app.url, '/api/session/sign-in'))).toMatchObject({
      provider: 'google',
      clientId: TEST_CLIENT_ID,
    });
    expect(json(await open(await google.createCredential(await createNonce(), clockMs)))).toMatchObject({
      user: {
        sub: '113113113113113113113',
        name: 'Alice Example',
        email: 'alice@gmail.example',
        picture: 'https://lh3.googleusercontent.com/a/alice=s96-c',
      },
    });
  });

  it.each([
    ['the other spelling of the issuer', { iss: 'accounts.google.com' }],
    ['a clock that is slightly ahead', { iat: 30 }],
    ['no name and an invalid picture', { name: undefined, picture: 'javascript:alert(1)' }],
  ])('is accepted with %s', async (_, { iat, ...claims }: Record<string, unknown>) => {
    const seconds = Math.floor(clockMs / 1_000);
    const changed = { ...claims, ...(typeof iat === 'number' && { iat: seconds + iat }) };
    const reply = await open(await google.createCredential(await createNonce(), clockMs, { claims: changed }));
    expect(reply.status).toBe(200);
    expect(String((json(reply)['user'] as { picture: string }).picture)).not.toContain('javascript');
  });

  it.each([
    ['issued 59 s from now', { iat: 59, exp: 3_600 }, 200],
    ['expired 59 s ago', { iat: -3_600, exp: -59 }, 200],
    ['issued 90 s from now', { iat: 90, exp: 3_600 }, 401],
    ['expired 90 s ago', { iat: -3_600, exp: -90 }, 401],
  ])('[fault 20] tolerates at most one minute of clock skew: %s', async (_, { iat, exp }, status) => {
    const claims = { iat: nowS() + iat, exp: nowS() + exp };
    const reply = await open(await google.createCredential(await createNonce(), clockMs, { claims }));
    expect(reply.status).toBe(status);
  });
});

const nowS = (): number => Math.floor(clockMs / 1_000);
const withClaims =
  (claims: () => Record<string, unknown>) =>
  (nonce: string): Promise<string> =>
    google.createCredential(nonce, clockMs, { claims: claims() });
const withHeader =
  (header: () => Record<string, unknown>) =>
  (nonce: string): Promise<string> =>
    google.createCredential(nonce, clockMs, { header: header() });
const foreignKey = async (): Promise<CryptoKey> => (await generateKeyPair('RS256')).privateKey;
/** HMAC with the public key as the secret; passes a verifier that lets the token choose the algorithm. */
async function signWithPublicKey(nonce: string): Promise<string> {
  const good = await google.createCredential(nonce, clockMs);
  const text = `${encode({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${good.split('.')[1]}`;
  const secret = await exportSPKI((await importJWK(google.publicJwk, 'RS256', { extractable: true })) as CryptoKey);
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const editParts = (edit: (parts: string[]) => string[]) => async (nonce: string) =>
  edit((await google.createCredential(nonce, clockMs)).split('.')).join('.');
const rewritePayload = (payload: string, changes: Record<string, unknown>): string =>
  encode({ ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), ...changes });

const HOSTILE: readonly (readonly [string, (nonce: string) => Promise<string> | string])[] = [
  ['no token', () => 'hello'],
  ['two dots', () => '..'],
  ['half a token', editParts(([head = '', payload = '']) => [head, payload])],
  ['no signature', editParts(([head = '', payload = '']) => [head, payload, ''])],
  [
    'a changed signature',
    editParts(([head = '', payload = '', signature = '']) => [head, payload, `AAAA${signature.slice(4)}`]),
  ],
  [
    'another user inserted',
    editParts(([head = '', payload = '', signature = '']) => [head, rewritePayload(payload, { sub: '1' }), signature]),
  ],
  [
    'an extended expiry',
    editParts(([head = '', payload = '', signature = '']) => [head, rewritePayload(payload, { exp: 9e9 }), signature]),
  ],
  [
    'alg none',
    (nonce) =>
      new UnsecuredJWT({
        iss: 'https://accounts.google.com',
        aud: TEST_CLIENT_ID,
        sub: '1',
        email: 'a@b',
        email_verified: true,
        nonce,
        iat: nowS(),
        exp: nowS() + 60,
      }).encode(),
  ],
  [
    'alg none with a signature',
    editParts(([, payload = '', signature = '']) => [encode({ alg: 'none', kid: 'key-1' }), payload, signature]),
  ],
  ['HS256 with the public key', signWithPublicKey],
  [
    'HS256 with an empty key',
    (nonce) => google.createCredential(nonce, clockMs, { header: { alg: 'HS256' }, key: new Uint8Array(32) }),
  ],
  [
    'RS512',
    async (nonce) => {
      const { privateKey } = await generateKeyPair('RS512');
      return google.createCredential(nonce, clockMs, { header: { alg: 'RS512' }, key: privateKey });
    },
  ],
  [
    'a foreign key under Google’s kid',
    async (nonce) => google.createCredential(nonce, clockMs, { key: await foreignKey() }),
  ],
  [
    'an unknown kid',
    async (nonce) => google.createCredential(nonce, clockMs, { header: { kid: 'other' }, key: await foreignKey() }),
  ],
  [
    'an embedded key',
    async (nonce) => {
      const { privateKey } = await generateKeyPair('RS256');
      return google.createCredential(nonce, clockMs, { header: { jwk: google.publicJwk }, key: privateKey });
    },
  ],
  ['an unknown critical extension', withHeader(() => ({ crit: ['future'], future: 1 }))],
  ['another application', withClaims(() => ({ aud: 'other.apps.googleusercontent.com' }))],
  ['several applications', withClaims(() => ({ aud: [TEST_CLIENT_ID, 'other.apps.googleusercontent.com'] }))],
  ['another party', withClaims(() => ({ azp: 'other.apps.googleusercontent.com' }))],
  ['no application', withClaims(() => ({ aud: undefined }))],
  ['another issuer', withClaims(() => ({ iss: 'https://accounts.google.com.evil.example' }))],
  ['the demo’s issuer', withClaims(() => ({ iss: 'https://demo.invalid' }))],
  ['no issuer', withClaims(() => ({ iss: undefined }))],
  ['a past expiry', withClaims(() => ({ exp: nowS() - 61 }))],
  ['no expiry', withClaims(() => ({ exp: undefined }))],
  ['a textual expiry', withClaims(() => ({ exp: 'tomorrow' }))],
  ['an issue time in the future', withClaims(() => ({ iat: nowS() + 120 }))],
  ['an issue time more than an hour ago', withClaims(() => ({ iat: nowS() - 3_700 }))],
  ['no issue time', withClaims(() => ({ iat: undefined }))],
  ['a not-before time in the future', withClaims(() => ({ nbf: nowS() + 120 }))],
  ['no user', withClaims(() => ({ sub: undefined }))],
  ['an empty user', withClaims(() => ({ sub: '' }))],
  ['a malformed user id', withClaims(() => ({ sub: '../admin' }))],
  ['a list as user', withClaims(() => ({ sub: ['1'] }))],
  ['an unverified address', withClaims(() => ({ email_verified: false }))],
  ['a textual verified flag', withClaims(() => ({ email_verified: 'true' }))],
  ['no address', withClaims(() => ({ email: undefined }))],
  ['no nonce', withClaims(() => ({ nonce: undefined }))],
  ['a foreign nonce', withClaims(() => ({ nonce: 'x'.repeat(30) }))],
  ['a list as nonce', (nonce) => withClaims(() => ({ nonce: [nonce] }))(nonce)],
  [
    'a nonce with a later expiry',
    (nonce) => {
      const [random, end, signature] = nonce.split('.');
      return withClaims(() => ({ nonce: `${random}.${Number(end) + 1}.${signature}` }))(nonce);
    },
  ],
];

describe('a hostile credential', () => {
  it.each(HOSTILE)('with %s opens no session', async (_, create) => {
    const reply = await open(await create(await createNonce()));
    expect([reply.status, json(reply)['code']]).toEqual([401, 'credential-refused']);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await countSessions()).toBe(0);
  });

  it('that is a replayed valid one opens no second session', async () => {
    const credential = await google.createCredential(await createNonce(), clockMs);
    const replies = await Promise.all(Array.from({ length: 5 }, () => open(credential)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await countSessions()).toBe(1);
  });

  it('with an expired nonce opens no session', async () => {
    const nonce = await createNonce();
    clockMs += 10 * 60_000;
    expect((await open(await google.createCredential(nonce, clockMs))).status).toBe(401);
  });

  it('[AUTH13] that was requested by another browser opens no session', async () => {
    const credential = await google.createCredential(await createNonce(), clockMs);
    const attacker = browser;
    await createNonce();
    for (const cookie of [browser, '', 'sign-in=', `sign-in=${'A'.repeat(43)}`]) {
      const reply = await open(credential, app.url, cookie);
      expect([cookie, reply.status, json(reply)['code']]).toEqual([cookie, 401, 'credential-refused']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect(await countSessions()).toBe(0);
    expect((await open(credential, app.url, attacker)).status).toBe(200);
  });

  it('cannot be requested from the demo', async () => {
    expect((await send(app.url, '/dev/credentials', { method: 'POST' })).status).toBe(404);
  });
});

it('real users and demo users never share a database, whichever came first', async () => {
  expect((await open(await google.createCredential(await createNonce(), clockMs))).status).toBe(200);
  const { dataDir } = app.context.config;
  const demo = await startTestApp({ dataDir });
  await expect(checkRealm(demo.context)).rejects.toThrow(/has real users/);
  await expect(signIn(demo, 'alice')).rejects.toThrow(/credential-refused/);
  await demo.stop();
});

describe('[fault 67] Google’s keys', () => {
  const openOne = async (): Promise<number> =>
    (await open(await google.createCredential(await createNonce(), clockMs))).status;

  it('are fetched once, and again for an unknown key at most every 30 s', async () => {
    expect([await openOne(), await openOne(), google.requestCount()]).toEqual([200, 200, 1]);
    await google.rotate();
    expect([await openOne(), google.requestCount()]).toEqual([401, 1]);
    clockMs += 30_000;
    expect([await openOne(), google.requestCount()]).toEqual([200, 2]);
    const unknownKey = { header: { kid: 'unknown' } };
    for (let count = 0; count < 5; count++) {
      expect((await open(await google.createCredential(await createNonce(), clockMs, unknownKey))).status).toBe(401);
    }
    expect(google.requestCount()).toBe(2);
  });

  it('stay usable for a day when Google cannot be reached, even after a restart', async () => {
    expect(await openOne()).toBe(200);
    google.fail();
    const { dataDir } = app.context.config;
    const again = await startShop({ dataDir });
    const signInAgain = async () =>
      (await open(await google.createCredential(await createNonce(again.url), clockMs), again.url)).status;
    clockMs += 23 * 3_600_000;
    expect(await signInAgain()).toBe(200);
    clockMs += 2 * 3_600_000;
    expect(await signInAgain()).toBe(503);
    await again.stop();
  });
});
