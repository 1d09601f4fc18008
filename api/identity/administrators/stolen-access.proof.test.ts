import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Administrator } from '#contract/http/administrators.ts';
import type { PasskeyCreation, PasskeyRequest } from '#contract/account/passkeys.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import type { RegisteredAdmin } from '../../testing/clients/passkey-client.ts';
import { createLogRecorder } from '../../testing/log-recorder.ts';
import { readState } from './testing/read-state.ts';

const PASSWORD = 'a long and rare sentence of words';
const MINUTE_MS = 60_000;
const recorder = createLogRecorder();

let app: TestApp;
let clockMs: number;
let ada: PasskeyClient;

beforeEach(async () => {
  clockMs = Date.now();
  const env = { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'info' };
  app = await startTestApp({ env, now: () => clockMs, logTo: recorder.logTo });
  ada = new PasskeyClient(app, PASSWORD);
});
afterEach(() => app.stop());

/** Registers the first owner. */
async function joinOwner(): Promise<RegisteredAdmin> {
  const link = await app.server.identity.administrators.createFirstLink();
  const owner = await ada.join(link?.secret ?? '', 'Ada');
  recorder.clear();
  return owner;
}

/** Adds a person, who registers at a device of their own. */
async function addPerson(owner: RegisteredAdmin, name: string, roles: readonly AdminRole[]) {
  const { body } = await ada.call('POST', '/api/administrators', owner.token, { name, roles });
  const client = new PasskeyClient(app, PASSWORD);
  const person = await client.join(String(body['secret']));
  return { ...person, client, id: (body['administrator'] as Administrator).id };
}

/** Sends the proof that a client's passkey is there. */
async function prove(client: PasskeyClient, token: string): Promise<void> {
  const { body } = await client.call('POST', '/api/administrators/me/proof/options', token);
  const response = client.authenticator.get(body['passkey'] as PasskeyRequest);
  const { outcome } = await client.call('POST', '/api/administrators/me/proof', token, { response });
  expect(outcome).toBe(204);
}

describe('[AUTH9] the password without the printed link', () => {
  it('creates no link by which its holder becomes the owner', async () => {
    await app.server.identity.administrators.createFirstLink();
    const { token } = await ada.sendPassword();
    const { body } = await ada.call('GET', '/api/administrators', token);
    const [first] = body['administrators'] as Administrator[];
    const before = await readState(app);
    const reply = await ada.call('POST', `/api/administrators/${first?.id}/link`, token);
    expect(reply.outcome).toBe('proof-needed');
    expect(await readState(app)).toEqual(before);
  });
});

describe('[AUTH9] a token without a fresh proof', () => {
  type Call = [
    what: string,
    method: string,
    toPath: (ids: { person: string; passkey: string }) => string,
    body?: unknown,
  ];
  const calls: Call[] = [
    ['adds no administrator', 'POST', () => '/api/administrators', { name: 'Eve', roles: ['owner'] }],
    ['creates no link', 'POST', ({ person }) => `/api/administrators/${person}/link`],
    ['changes no roles', 'PATCH', ({ person }) => `/api/administrators/${person}`, { roles: ['owner'] }],
    ['revokes none', 'DELETE', ({ person }) => `/api/administrators/${person}`],
    ['unlinks no chats', 'DELETE', () => '/api/administrators/me/chat-login'],
    ['removes no passkey', 'DELETE', ({ person, passkey }) => `/api/administrators/${person}/passkeys/${passkey}`],
  ];

  it.each<Call>(calls)('%s', async (_what, method, toPath, body) => {
    const owner = await joinOwner();
    const bob = await addPerson(owner, 'Bob', ['orders']);
    const path = toPath({ person: bob.id, passkey: bob.access.passkeys[0]?.id ?? '' });
    clockMs += 5 * MINUTE_MS;
    // Records the use of the token.
    await ada.call('GET', '/api/administrators/me', owner.token);
    const before = await readState(app);
    expect((await ada.call(method, path, owner.token, body)).outcome).toBe('proof-needed');
    expect(await readState(app)).toEqual(before);
    await prove(ada, owner.token);
    expect((await ada.call(method, path, owner.token, body)).status).toBeLessThan(300);
  });

  it('removes no passkey of its own person', async () => {
    const { token, access } = await joinOwner();
    await ada.register(token, {});
    const path = `/api/administrators/me/passkeys/${access.passkeys[0]?.id}`;
    clockMs += 5 * MINUTE_MS;
    expect((await ada.call('DELETE', path, token)).outcome).toBe('proof-needed');
    await prove(ada, token);
    expect((await ada.call('DELETE', path, token)).outcome).toBe(204);
  });
});

describe('[AUTH10] a session ends with the passkey that opened it', () => {
  it('also after it has registered another one', async () => {
    const owner = await joinOwner();
    const stolen = owner.access.passkeys[0]?.id;
    const thief = await ada.logIn();
    expect((await ada.register(thief, {})).status).toBe(200);
    const own = await ada.logIn();
    expect((await ada.call('DELETE', `/api/administrators/me/passkeys/${stolen}`, own)).outcome).toBe(204);
    expect((await ada.call('GET', '/api/administrators/me', thief)).outcome).toBe('unauthorized');
    expect((await ada.call('GET', '/api/administrators/me', own)).outcome).toBe(200);
  });
});

describe('[AUTH9] the last owner who can log in', () => {
  it('stays, although another owner was registered whose passkeys are gone', async () => {
    const owner = await joinOwner();
    const grace = await addPerson(owner, 'Grace', ['owner']);
    const passkey = `/api/administrators/${grace.id}/passkeys/${grace.access.passkeys[0]?.id}`;
    expect((await ada.call('DELETE', passkey, owner.token)).outcome).toBe(204);
    const self = `/api/administrators/${String(owner.access.id)}`;
    expect((await ada.call('DELETE', self, owner.token)).outcome).toBe('last-owner');
    expect((await ada.call('PATCH', self, owner.token, { roles: [] })).outcome).toBe('last-owner');
  });
});

describe('[AUTH7] a pending token', () => {
  it('opens no call of administrators, and ends with a logout', async () => {
    const { access } = await joinOwner();
    const { token } = await ada.sendPassword();
    for (const [method, path] of [
      ['GET', '/api/administrators/me'],
      ['GET', '/api/admin-purchases'],
      ['POST', '/api/administrators/me/proof/options'],
      ['POST', `/api/administrators/${String(access.id)}/link`],
    ] as const) {
      expect([path, (await ada.call(method, path, token)).outcome]).toEqual([path, 'unauthorized']);
    }
    expect((await ada.call('POST', '/api/verify-token', undefined, { token })).body).toEqual({ valid: false });
    await ada.call('DELETE', '/api/login', token);
    expect((await ada.call('POST', '/api/login/passkey/options', token)).outcome).toBe('unauthorized');
  });
});

describe('[AUTH7] when several calls arrive at once,', () => {
  const succeeded = (replies: readonly { readonly outcome: number | string }[]): number =>
    replies.filter(({ outcome }) => outcome === 200).length;

  it('one response of a passkey opens one session', async () => {
    await joinOwner();
    const { token, passkey } = await ada.sendPassword();
    const response = ada.authenticator.get(passkey as PasskeyRequest);
    expect(succeeded(await Promise.all([1, 2, 3].map(() => ada.sendPasskey(token, response))))).toBe(1);
  });

  it('one recovery code opens one session, even on several pending tokens', async () => {
    const { recoveryCodes } = await joinOwner();
    const pending = [await ada.sendPassword(), await ada.sendPassword(), await ada.sendPassword()];
    const replies = await Promise.all(
      pending.map(({ token }) => ada.call('POST', '/api/login/recovery', token, { code: recoveryCodes[0] })),
    );
    expect(succeeded(replies)).toBe(1);
  });

  it('one link of the first owner registers one caller, and ends all other tokens without a name', async () => {
    const link = (await app.server.identity.administrators.createFirstLink())?.secret ?? '';
    const clients = [1, 2, 3].map(() => new PasskeyClient(app, PASSWORD));
    const tokens = await Promise.all(clients.map(async (client) => (await client.sendPassword()).token));
    const replies = await Promise.allSettled(
      clients.map((client, index) => client.register(tokens[index] ?? '', { link })),
    );
    expect(succeeded(replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : [])))).toBe(1);
    const outcomes = await Promise.all(
      tokens.map(async (token) => (await ada.call('GET', '/api/administrators/me', token)).outcome),
    );
    expect(outcomes.toSorted()).toEqual([200, 'unauthorized', 'unauthorized']);
  });

  it('only one of two owners who revoke each other is revoked', async () => {
    const owner = await joinOwner();
    const grace = await addPerson(owner, 'Grace', ['owner']);
    await Promise.all([
      ada.call('DELETE', `/api/administrators/${grace.id}`, owner.token),
      grace.client.call('DELETE', `/api/administrators/${String(owner.access.id)}`, grace.token),
    ]);
    const people = await app.context.database.reader
      .selectFrom('administrator')
      .select('name')
      .where('revoked_at', 'is', null)
      .execute();
    expect(people).toHaveLength(1);
  });
});

describe('[AUTH10] a revocation or removal in the middle of a registration', () => {
  it('leaves no passkey of a person who was revoked before the response', async () => {
    const owner = await joinOwner();
    const bob = await addPerson(owner, 'Bob', ['orders']);
    const options = await bob.client.startRegistration(bob.token, {});
    await ada.call('DELETE', `/api/administrators/${bob.id}`, owner.token);
    const response = bob.client.authenticator.create(options.body['passkey'] as PasskeyCreation);
    const reply = await bob.client.call('POST', '/api/administrators/registration', bob.token, { response });
    expect(reply.outcome).toBe('unauthorized');
    const keys = app.context.database.reader.selectFrom('passkey').select('id').where('administrator_id', '=', bob.id);
    expect(await keys.execute()).toEqual([]);
  });
});
