import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PasskeyCreation } from '#contract/account/passkeys.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import { createLogRecorder } from '../../testing/log-recorder.ts';
import { readState } from './testing/read-state.ts';

const PASSWORD = 'a long and rare sentence of words';
const HOUR_MS = 3_600_000;
const recorder = createLogRecorder();

let app: TestApp;
let clockMs: number;
let client: PasskeyClient;

beforeEach(async () => {
  clockMs = Date.now();
  const env = { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'info' };
  app = await startTestApp({ env, now: () => clockMs, logTo: recorder.logTo });
  client = new PasskeyClient(app, PASSWORD);
});
afterEach(() => app.stop());

const createFirstLink = async (): Promise<string> =>
  (await app.server.identity.administrators.createFirstLink())?.secret ?? 'none';
const statusOf = async (token: string): Promise<number | string> =>
  (await client.call('GET', '/api/administrators/me', token)).outcome;

describe('[AUTH9] the first owner', () => {
  it('without a passkey the password is enough, and its administrator has no name', async () => {
    const { token, passkey } = await client.sendPassword();
    expect(passkey).toBeUndefined();
    const { body } = await client.call('GET', '/api/administrators/me', token);
    expect(body).toEqual({
      id: null,
      name: null,
      roles: ['owner'],
      passkeys: [],
      isNameless: true,
      recovery_codes_left: 0,
      chat_login: null,
    });
  });

  it('registers with the link, keeps the token, and ends all other tokens without a name', async () => {
    const other = await client.sendPassword();
    const own = await client.sendPassword();
    recorder.clear();
    const { body } = await client.register(own.token, { link: await createFirstLink(), name: 'Ada Lovelace' });
    expect(body).toMatchObject({
      token: own.token,
      administrator: { name: 'Ada Lovelace', roles: ['owner'], isNameless: false, recovery_codes_left: 10 },
    });
    expect(body['recovery_codes']).toHaveLength(10);
    expect(await statusOf(own.token)).toBe(200);
    expect(await statusOf(other.token)).toBe('unauthorized');
    expect(recorder.events()).toMatchObject([{ security: 'passkey-registered' }, { security: 'call-unauthenticated' }]);
    expect(await createFirstLink()).toBe('none');
  });

  it('each start replaces the link; the last one is valid for an hour', async () => {
    const { token } = await client.sendPassword();
    const [former, last] = [await createFirstLink(), await createFirstLink()];
    expect((await client.startRegistration(token, { link: former })).outcome).toBe('link-expired');
    clockMs += HOUR_MS - 1;
    expect((await client.startRegistration(token, { link: last })).outcome).toBe(200);
    clockMs += 1;
    expect((await client.startRegistration(token, { link: last })).outcome).toBe('link-expired');
    expect(await app.context.database.reader.selectFrom('administrator').selectAll().execute()).toHaveLength(1);
  });

  it('an administrator without the role of an owner cannot be the first to register', async () => {
    const added = await app.server.identity.administrators.add({ name: 'console' }, 'Bob', ['orders']);
    const { token } = await client.sendPassword();
    expect((await client.startRegistration(token, { link: added.link.secret })).outcome).toBe('link-expired');
  });
});

describe('[AUTH9] a registration', () => {
  it.each([
    ['another origin', { origin: 'http://localhost.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'b3RoZXI' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['a login', { type: 'webauthn.get' }],
  ])('a response for %s is rejected, changes nothing and is one security event', async (_what, wrong) => {
    const link = await createFirstLink();
    const { token } = await client.sendPassword();
    const before = await readState(app);
    recorder.clear();
    const reply = await client.register(token, { link }, wrong);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'registration-refused', status: 403 }]);
    expect(await readState(app)).toEqual(before);
    expect(recorder.events()).toMatchObject([
      { security: 'passkey-registration-failed', detail: { code: 'registration-refused' } },
    ]);
    // The link was not used up.
    expect((await client.register(token, { link })).status).toBe(200);
  });

  it('malformed attestations are rejected, each as one security event', async () => {
    const link = await createFirstLink();
    const { token } = await client.sendPassword();
    const options = await client.startRegistration(token, { link });
    const good = client.authenticator.create(options.body['passkey'] as PasskeyCreation);
    const withPart = (part: object) => ({ ...good, response: { ...good.response, ...part } });
    const before = await readState(app);
    const bodies: readonly (readonly [unknown, string])[] = [
      [withPart({ attestationObject: 'AAAA' }), 'registration-refused'],
      [withPart({ attestationObject: '' }), 'registration-refused'],
      [withPart({ attestationObject: good.response.attestationObject.slice(0, -8) }), 'registration-refused'],
      [withPart({ clientDataJSON: 'e30' }), 'registration-refused'],
      [{ ...good, id: 'b3RoZXI' }, 'registration-refused'],
      [withPart({ attestationObject: 'A'.repeat(20_000) }), 'bad-request'],
      [null, 'bad-request'],
    ];
    for (const [response, code] of bodies) {
      await client.startRegistration(token, { link });
      recorder.clear();
      const reply = await client.call('POST', '/api/administrators/registration', token, { link, response });
      expect([response, reply.outcome]).toEqual([response, code]);
      expect(recorder.events()).toMatchObject([{ security: 'passkey-registration-failed', detail: { code } }]);
    }
    expect(await readState(app)).toEqual(before);
  });

  it('a link and a challenge are valid once', async () => {
    const link = await createFirstLink();
    const { token } = await client.sendPassword();
    const options = await client.startRegistration(token, { link });
    const response = client.authenticator.create(options.body['passkey'] as PasskeyCreation);
    const finish = () => client.call('POST', '/api/administrators/registration', token, { link, response });
    expect((await finish()).outcome).toBe(200);
    expect((await finish()).outcome).toBe('registration-refused');
    const pending = await client.sendPassword();
    recorder.clear();
    expect((await client.startRegistration(pending.token, { link })).outcome).toBe('link-expired');
    expect(recorder.events()).toMatchObject([
      { security: 'passkey-registration-failed', detail: { code: 'link-expired' } },
    ]);
  });

  it('without the password a link opens nothing', async () => {
    const link = await createFirstLink();
    const path = '/api/administrators/registration/options';
    expect((await client.call('POST', path, undefined, { link })).outcome).toBe('unauthorized');
    expect((await client.call('POST', path, 'adm_p_forged', { link })).outcome).toBe('unauthorized');
  });

  it('a further passkey needs a proof of the last five minutes', async () => {
    const { token } = await client.join(await createFirstLink(), 'Ada');
    clockMs += HOUR_MS / 12;
    expect((await client.startRegistration(token, {})).outcome).toBe('proof-needed');
    const proof = await client.call('POST', '/api/administrators/me/proof/options', token);
    const response = client.authenticator.get(proof.body['passkey'] as never);
    expect((await client.call('POST', '/api/administrators/me/proof', token, { response })).outcome).toBe(204);
    const further = await client.register(token, {});
    expect(further.body).toMatchObject({ token, administrator: { passkeys: [{}, {}] } });
    // Only the first passkey comes with recovery codes.
    expect(further.body).not.toHaveProperty('recovery_codes');
  });

  it('even with a link of its own person, a token without a fresh proof cannot register a passkey', async () => {
    const { token, access } = await client.join(await createFirstLink(), 'Ada');
    const link = await client.call('POST', `/api/administrators/${String(access.id)}/link`, token);
    clockMs += HOUR_MS / 12;
    const secret = String(link.body['secret']);
    expect((await client.startRegistration(token, { link: secret })).outcome).toBe('proof-needed');
    // With the password, which a stolen token does not reveal, the link gives access back after a loss.
    expect((await client.register((await client.sendPassword()).token, { link: secret })).status).toBe(200);
  });

  it('a passkey of another administrator proves nothing', async () => {
    const owner = await client.join(await createFirstLink(), 'Ada');
    const added = await client.call('POST', '/api/administrators', owner.token, { name: 'Bob', roles: ['orders'] });
    const bob = new PasskeyClient(app, PASSWORD);
    await bob.join(String(added.body['secret']));
    const proof = await client.call('POST', '/api/administrators/me/proof/options', owner.token);
    const response = bob.authenticator.get(proof.body['passkey'] as never);
    expect((await client.call('POST', '/api/administrators/me/proof', owner.token, { response })).outcome).toBe(
      'passkey-refused',
    );
  });

  it('a recovery code is a proof, so that a person without passkeys can register one', async () => {
    const { recoveryCodes } = await client.join(await createFirstLink(), 'Ada');
    const { token } = await client.sendPassword();
    const { body } = await client.call('POST', '/api/login/recovery', token, { code: recoveryCodes[3] });
    expect((await client.register(String(body['token']), {})).status).toBe(200);
    expect(await client.logIn()).toMatch(/^adm_p_/);
  });
});
