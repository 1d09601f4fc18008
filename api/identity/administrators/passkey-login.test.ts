import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PasskeyRequest } from '#contract/account/passkeys.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import type { Deviations } from '../../testing/clients/authenticator.ts';
import { json, send } from '../../testing/clients/send.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import type { RegisteredAdmin } from '../../testing/clients/passkey-client.ts';
import { createLogRecorder } from '../../testing/log-recorder.ts';
import { readState } from './testing/read-state.ts';

const PASSWORD = 'a long and rare sentence of words';
const MINUTE_MS = 60_000;
const recorder = createLogRecorder();

let app: TestApp;
let clockMs: number;
let client: PasskeyClient;
let owner: RegisteredAdmin;

beforeEach(async () => {
  clockMs = Date.now();
  const env = { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'info' };
  app = await startTestApp({ env, now: () => clockMs, logTo: recorder.logTo });
  client = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  owner = await client.join(link?.secret ?? '', 'Ada');
  recorder.clear();
});
afterEach(() => app.stop());

const statusOf = async (token: string): Promise<number | string> =>
  (await client.call('GET', '/api/administrators/me', token)).outcome;

describe('[AUTH7] a login with a passkey', () => {
  it('the password alone opens nothing once a passkey is registered', async () => {
    const { token, passkey } = await client.sendPassword();
    expect(recorder.events()).toMatchObject([{ security: 'admin-login-succeeded', detail: { isPending: true } }]);
    expect(passkey).toEqual({
      challenge: expect.any(String) as string,
      timeout: 300_000,
      rpId: 'localhost',
      userVerification: 'required',
    });
    for (const path of ['/api/administrators/me', '/api/next-id?shop=pc', '/api/admin-purchases']) {
      expect((await client.call('GET', path, token)).outcome).toBe('unauthorized');
    }
    const verified = await client.call('POST', '/api/verify-token', undefined, { token });
    expect(verified.body).toEqual({ valid: false });
  });

  it('a passkey turns the pending token into a full token of its administrator, once', async () => {
    const { token, passkey } = await client.sendPassword();
    const response = client.authenticator.get(passkey as PasskeyRequest);
    const reply = await client.sendPasskey(token, response);
    const access = await client.call('GET', '/api/administrators/me', String(reply.body['token']));
    expect(access.body).toMatchObject({ id: owner.access.id, name: 'Ada', roles: ['owner'], isNameless: false });
    // The pending token has ended with the login.
    expect((await client.sendPasskey(token, response)).outcome).toBe('unauthorized');
    expect(recorder.events().map(({ security }) => security)).toContain('admin-passkey-succeeded');
  });

  it('the pending token of a browser is valid with the cookie of its device only', async () => {
    const browser = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const body = JSON.stringify({ password: PASSWORD });
    const login = await send(app.url, '/api/login', { method: 'POST', headers: browser, body });
    const { token, passkey } = json(login) as { token: string; passkey: PasskeyRequest };
    const [cookie = ''] = login.headers['set-cookie'] ?? [];
    const response = client.authenticator.get(passkey);
    expect((await client.sendPasskey(token, response)).outcome).toBe('unauthorized');
    const reply = await send(app.url, '/api/login/passkey', {
      method: 'POST',
      headers: { ...browser, authorization: `Bearer ${token}`, cookie: cookie.split(';', 1)[0] ?? '' },
      body: JSON.stringify({ response }),
    });
    expect(reply.status).toBe(200);
    // The full token needs the cookie as well.
    expect(await statusOf(String(json(reply)['token']))).toBe('unauthorized');
  });

  const WRONG: readonly (readonly [string, Deviations])[] = [
    ['another origin', { origin: 'http://localhost.evil.example' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'b3RoZXI' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['a registration', { type: 'webauthn.create' }],
  ];
  it.each(WRONG)('a response for %s is rejected, changes nothing and is one security event', async (_what, wrong) => {
    const { token, passkey } = await client.sendPassword();
    recorder.clear();
    const before = await readState(app);
    const reply = await client.sendPasskey(token, client.authenticator.get(passkey as PasskeyRequest, wrong));
    expect([reply.status, reply.body]).toMatchObject([401, { code: 'passkey-refused', status: 401 }]);
    expect(await readState(app)).toEqual(before);
    expect(recorder.events()).toMatchObject([
      { security: 'admin-passkey-failed', route: '/api/login/passkey', detail: { code: 'passkey-refused' } },
    ]);
    // A right response of the same device is still accepted.
    const right = client.authenticator.get(await client.retry(token));
    expect((await client.sendPasskey(token, right)).outcome).toBe(200);
  });

  it('malformed, forged and foreign responses are rejected, each as one security event', async () => {
    const { token, passkey } = await client.sendPassword();
    const good = client.authenticator.get(passkey as PasskeyRequest);
    const withPart = (part: object) => ({ ...good, response: { ...good.response, ...part } });
    const before = await readState(app);
    const bodies: readonly (readonly [unknown, string])[] = [
      [withPart({ signature: 'AAAA' }), 'passkey-refused'],
      [withPart({ authenticatorData: 'AAAA' }), 'passkey-refused'],
      [withPart({ userHandle: 'b3RoZXI' }), 'passkey-refused'],
      [withPart({ clientDataJSON: '!!!' }), 'passkey-refused'],
      [withPart({ clientDataJSON: 7 }), 'bad-request'],
      [{ ...good, id: 'b3RoZXI', rawId: 'b3RoZXI' }, 'passkey-refused'],
      [{ ...good, response: null }, 'bad-request'],
      ['nonsense', 'bad-request'],
    ];
    for (const [response, code] of bodies) {
      const { token: fresh } = await client.sendPassword();
      recorder.clear();
      const reply = await client.call('POST', '/api/login/passkey', fresh, { response });
      expect([response, reply.outcome]).toEqual([response, code]);
      expect(recorder.events()).toMatchObject([{ security: 'admin-passkey-failed', detail: { code } }]);
    }
    expect(await readState(app)).toEqual(before);
    expect((await client.sendPasskey(token, good)).outcome).toBe(200);
  });

  it('a response is accepted once: replayed, it is rejected with every pending token', async () => {
    const { token, passkey } = await client.sendPassword();
    const response = client.authenticator.get(passkey as PasskeyRequest);
    const other = await client.sendPassword();
    expect((await client.sendPasskey(other.token, response)).outcome).toBe('passkey-refused');
    expect((await client.sendPasskey(token, response)).outcome).toBe(200);
    const third = await client.sendPassword();
    expect((await client.sendPasskey(third.token, response)).outcome).toBe('passkey-refused');
  });

  it('a rejected response uses its challenge up', async () => {
    const { token, passkey } = await client.sendPassword();
    const wrong = client.authenticator.get(passkey as PasskeyRequest, { origin: 'http://evil.example' });
    expect((await client.sendPasskey(token, wrong)).outcome).toBe('passkey-refused');
    const right = client.authenticator.get(passkey as PasskeyRequest);
    expect((await client.sendPasskey(token, right)).outcome).toBe('passkey-refused');
    expect((await client.sendPasskey(token, client.authenticator.get(await client.retry(token)))).outcome).toBe(200);
  });

  it('a passkey whose counter is behind that of another copy is rejected and reported as a clone', async () => {
    const clone = client.authenticator.clone();
    await client.logIn();
    await client.logIn();
    const { token, passkey } = await client.sendPassword();
    recorder.clear();
    const before = await readState(app);
    const reply = await client.sendPasskey(token, clone.get(passkey as PasskeyRequest));
    expect(reply.outcome).toBe('passkey-cloned');
    expect(await readState(app)).toEqual(before);
    expect(recorder.events()).toMatchObject([{ security: 'admin-passkey-failed', detail: { code: 'passkey-cloned' } }]);
  });

  it.each<readonly [what: string, isSynced: boolean, counters: readonly number[], outcome: number | string]>([
    ['copied between devices, with a lower counter', true, [7, 3], 200],
    ['copied between devices, with the same counter', true, [7, 7], 200],
    ['copied between devices, whose second device does not count', true, [7, 0], 200],
    ['kept on its device, with a lower counter', false, [7, 3], 'passkey-cloned'],
    ['kept on its device, with the same counter', false, [7, 7], 'passkey-cloned'],
    ['kept on its device, that no longer counts', false, [7, 0], 'passkey-cloned'],
    ['kept on its device, that never counts', false, [0, 0], 200],
  ])('a passkey %s: synced %s, counters %j, second outcome %s', async (_what, isSynced, counters, outcome) => {
    // A further passkey of the person is the newest, and so the one that is used.
    expect((await client.register(owner.token, {}, { isSynced })).outcome).toBe(200);
    const outcomes = [];
    for (const counter of counters) {
      const { token, passkey } = await client.sendPassword();
      const response = client.authenticator.get(passkey as PasskeyRequest, { isSynced, counter });
      outcomes.push((await client.sendPasskey(token, response)).outcome);
    }
    expect(outcomes).toEqual([200, outcome]);
  });

  it('a copy of a passkey that stays on its device cannot pass as a synced passkey', async () => {
    const { token, passkey } = await client.sendPassword();
    const response = client.authenticator.get(passkey as PasskeyRequest, { isSynced: true });
    expect((await client.sendPasskey(token, response)).outcome).toBe('passkey-cloned');
  });

  it('a passkey that an earlier version of the server stored is marked as synced or not at its next use', async () => {
    const { writer } = app.context.database;
    const useOne = async (isSynced: boolean, counter: number): Promise<number | string> => {
      const { token, passkey } = await client.sendPassword();
      const response = client.authenticator.get(passkey as PasskeyRequest, { isSynced, counter });
      return (await client.sendPasskey(token, response)).outcome;
    };
    await writer.updateTable('passkey').set({ is_synced: null, counter: 9 }).execute();
    expect(await useOne(true, 2)).toBe(200);
    expect(await useOne(false, 10)).toBe('passkey-cloned');
  });

  it.each(['localhost:', 'localhost:65535', 'other_host'])('the host %j causes no server error', async (host) => {
    const { token, passkey } = await client.sendPassword();
    const reply = await send(app.url, '/api/login/passkey', {
      method: 'POST',
      headers: { host, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ response: client.authenticator.get(passkey as PasskeyRequest) }),
    });
    expect([reply.status, json(reply)['code']]).toEqual([401, 'passkey-refused']);
  });

  it('a challenge expires after five minutes, the pending token after ten', async () => {
    const { token, passkey } = await client.sendPassword();
    clockMs += 5 * MINUTE_MS;
    const late = client.authenticator.get(passkey as PasskeyRequest);
    expect((await client.sendPasskey(token, late)).outcome).toBe('passkey-refused');
    clockMs += 5 * MINUTE_MS;
    expect((await client.call('POST', '/api/login/passkey/options', token)).outcome).toBe('unauthorized');
  });

  it('five rejected responses end the pending token', async () => {
    const { token } = await client.sendPassword();
    for (let attempt = 0; attempt < 5; attempt++) {
      const wrong = client.authenticator.get(await client.retry(token), { origin: 'http://evil.example' });
      expect((await client.sendPasskey(token, wrong)).outcome).toBe('passkey-refused');
    }
    expect((await client.call('POST', '/api/login/passkey/options', token)).outcome).toBe('unauthorized');
  });
});

describe('[AUTH7] recovery codes', () => {
  const recover = (token: string, code: string) => client.call('POST', '/api/login/recovery', token, { code });

  it('ten codes are shown once, and each opens one session', async () => {
    expect(new Set(owner.recoveryCodes).size).toBe(10);
    const [code = ''] = owner.recoveryCodes;
    const first = await client.sendPassword();
    const reply = await recover(first.token, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
    const access = await client.call('GET', '/api/administrators/me', String(reply.body['token']));
    expect(access.body).toMatchObject({ name: 'Ada', recovery_codes_left: 9 });
    const second = await client.sendPassword();
    recorder.clear();
    expect((await recover(second.token, code)).outcome).toBe('recovery-refused');
    expect(recorder.events()).toMatchObject([{ security: 'admin-recovery-failed' }]);
    expect(JSON.stringify(await readState(app))).not.toContain(code.replaceAll('-', ''));
  });

  it('five wrong codes end the pending token', async () => {
    const { token } = await client.sendPassword();
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await recover(token, 'wrong')).outcome).toBe('recovery-refused');
    expect((await recover(token, owner.recoveryCodes[0] ?? '')).outcome).toBe('unauthorized');
    expect(await statusOf(owner.token)).toBe(200);
  });

  it('new codes need a fresh proof and end the former ones', async () => {
    clockMs += 6 * MINUTE_MS;
    const path = '/api/administrators/me/recovery-codes';
    expect((await client.call('POST', path, owner.token)).outcome).toBe('proof-needed');
    const token = await client.logIn();
    const replaced = await client.call('POST', path, token);
    expect(replaced.body['recovery_codes']).toHaveLength(10);
    const pending = await client.sendPassword();
    expect((await recover(pending.token, owner.recoveryCodes[0] ?? '')).outcome).toBe('recovery-refused');
  });
});
