import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import webPush from 'web-push';
import type { Administrator } from '#contract/http/administrators.ts';
import { DELETE_CONFIRMATION } from '#contract/http/my-data.ts';
import type { PasskeyCreation, PasskeyRequest } from '#contract/account/passkeys.ts';
import { dropDatabase, prepareDatabase } from '../../testing/databases/test-database.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { openEventSocket } from '../../testing/clients/event-socket.ts';
import type { EventSocket } from '../../testing/clients/event-socket.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import type { RegisteredAdmin } from '../../testing/clients/passkey-client.ts';
import { createPushBrowser } from '../../testing/clients/push-browser.ts';
import { json, send } from '../../testing/clients/send.ts';
import { createTestCredential, signIn, signInBearer } from '../../testing/clients/sign-in.ts';

const PASSWORD = 'a long and rare sentence of words';
const CLOSED_BY_SERVER = 4401;

/** A person with a client of their own, who has registered. */
interface Person extends RegisteredAdmin {
  readonly id: string;
  readonly client: PasskeyClient;
}

let app: TestApp;
let owner: Person;
let bob: Person;

const meOf = async (token: string): Promise<number | string> =>
  (await owner.client.call('GET', '/api/administrators/me', token)).outcome;

/** Makes a call of the owner, which succeeds. */
async function asOwner(method: string, path: string, body?: unknown) {
  const reply = await owner.client.call(method, path, owner.token, body);
  expect([path, reply.status < 300]).toEqual([path, true]);
  return reply.body;
}

async function addPerson(name: string, roles: readonly string[]): Promise<Person> {
  const body = await asOwner('POST', '/api/administrators', { name, roles });
  const client = new PasskeyClient(app, PASSWORD);
  const joined = await client.join(String(body['secret']));
  return { ...joined, client, id: (body['administrator'] as Administrator).id };
}

/** Opens a session with one of a person's recovery codes. */
async function recover({ client, recoveryCodes }: Person, index = 0): Promise<string> {
  const { token } = await client.sendPassword();
  const { body } = await client.call('POST', '/api/login/recovery', token, { code: recoveryCodes[index] });
  return String(body['token']);
}

/** Returns how a recovery code is answered. */
async function tryCode({ client, recoveryCodes }: Person, index: number): Promise<number | string> {
  const { token } = await client.sendPassword();
  return (await client.call('POST', '/api/login/recovery', token, { code: recoveryCodes[index] })).outcome;
}

/** Registers a second passkey of a person, on another authenticator. */
async function addPasskey(person: Person, token = person.token): Promise<{ readonly id: string; readonly at: Person }> {
  const client = new PasskeyClient(app, PASSWORD);
  const options = await client.startRegistration(token, {});
  const response = client.authenticator.create(options.body['passkey'] as PasskeyCreation);
  const reply = await client.call('POST', '/api/administrators/registration', token, { response });
  expect(reply.outcome).toBe(200);
  return { id: response.id, at: { ...person, client } };
}

/** Sends the proof that the passkey of a client is there. */
async function prove({ client }: Person, token: string): Promise<void> {
  const { body } = await client.call('POST', '/api/administrators/me/proof/options', token);
  const response = client.authenticator.get(body['passkey'] as PasskeyRequest);
  expect((await client.call('POST', '/api/administrators/me/proof', token, { response })).outcome).toBe(204);
}

/** Opens a socket of an administrator's session. */
async function openAdminSocket(token: string): Promise<EventSocket> {
  const socket = await openEventSocket(app.url, {});
  onTestFinished(() => socket.socket.terminate());
  expect(await socket.ask('registerAdmin', { token })).toEqual({ ack: 1 });
  return socket;
}

beforeEach(async () => {
  // Sockets are closed by the event, not by the periodic recheck.
  app = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD }, socketLimits: { adminRecheckMs: 3_600_000 } });
  const client = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  const joined = await client.join(link?.secret ?? '', 'Ada');
  owner = { ...joined, client, id: String(joined.access.id) };
  bob = await addPerson('Bob', ['owner']);
});
afterEach(() => app.stop());

const passkeyOf = ({ access }: Person): string => access.passkeys[0]?.id ?? '';
const codesOf = async (token: string): Promise<unknown> =>
  expect((await owner.client.call('POST', '/api/administrators/me/recovery-codes', token)).outcome).toBe(200);

/** A way to lose or replace a credential of Bob's. */
type Loss = readonly [way: string, run: () => Promise<unknown>];

const REMOVED_BY_OWNER: Loss = [
  'an owner takes the last passkey',
  () => asOwner('DELETE', `/api/administrators/${bob.id}/passkeys/${passkeyOf(bob)}`),
];
const RESET: Loss = [
  'the console resets the person',
  () => app.server.identity.administrators.reset({ name: 'console' }, bob.id),
];
const REVOKED: Loss = ['an owner revokes the person', () => asOwner('DELETE', `/api/administrators/${bob.id}`)];

describe('[AUTH10] a session of a passkey, with its socket, ends when', () => {
  it.each<Loss>([
    [
      'its person removes the passkey',
      async () => {
        const { id } = await addPasskey(bob);
        const other = await recover(bob);
        const path = (passkey: string) => `/api/administrators/me/passkeys/${passkey}`;
        expect((await bob.client.call('DELETE', path(passkeyOf(bob)), other)).outcome).toBe(204);
        expect((await bob.client.call('DELETE', path(id), other)).outcome).toBe('last-passkey');
      },
    ],
    REMOVED_BY_OWNER,
    RESET,
    REVOKED,
  ])('%s', async (_way, lose) => {
    const token = await bob.client.logIn();
    const socket = await openAdminSocket(token);
    await lose();
    expect(['unauthorized', 'access-revoked']).toContain(await meOf(token));
    expect(await socket.closed).toBe(CLOSED_BY_SERVER);
    expect(await meOf(owner.token)).toBe(200);
  });
});

describe('[AUTH10] a session of a recovery code, with its socket, and the other codes end when', () => {
  it.each<Loss>([
    ['the person makes new codes', () => codesOf(bob.token)],
    ['the person makes new codes in another session of a code', async () => codesOf(await recover(bob, 1))],
    REMOVED_BY_OWNER,
    RESET,
    REVOKED,
  ])('%s', async (_way, lose) => {
    const token = await recover(bob);
    const socket = await openAdminSocket(token);
    await lose();
    expect(['unauthorized', 'access-revoked']).toContain(await meOf(token));
    expect(await socket.closed).toBe(CLOSED_BY_SERVER);
    expect(await tryCode(bob, 2)).toBe('recovery-refused');
    expect(await tryCode(owner, 0)).toBe(200);
  });

  it('the person makes new codes, except for the session that makes them and those of passkeys', async () => {
    const token = await recover(bob);
    await codesOf(token);
    expect([await meOf(token), await meOf(bob.token)]).toEqual([200, 200]);
    await codesOf(bob.token);
    expect([await meOf(token), await meOf(bob.token)]).toEqual(['unauthorized', 200]);
  });

  it('the last passkey is removed, but not as long as the person has another one', async () => {
    await addPasskey(bob);
    const token = await recover(bob);
    await REMOVED_BY_OWNER[1]();
    expect(await meOf(token)).toBe(200);
  });
});

describe('[AUTH10] a link that was made by a lost credential registers nobody:', () => {
  let eve: string;

  /** Makes the link of a new person in a session of Bob's. */
  const makeLink = async (token: string): Promise<string> => {
    const { body, outcome } = await bob.client.call('POST', '/api/administrators', token, {
      name: 'Eve',
      roles: ['orders'],
    });
    expect(outcome).toBe(200);
    eve = (body['administrator'] as Administrator).id;
    return String(body['secret']);
  };

  it.each<readonly [way: string, open: () => Promise<string>, lose: () => Promise<unknown>]>([
    ['a passkey that an owner takes', () => Promise.resolve(bob.token), REMOVED_BY_OWNER[1]],
    ['the access of a person that is reset', () => Promise.resolve(bob.token), RESET[1]],
    ['the access of a person who is revoked', () => Promise.resolve(bob.token), REVOKED[1]],
    ['a recovery code whose set is replaced', () => recover(bob), () => codesOf(bob.token)],
    [
      'a passkey that proved the session of another one',
      async () => {
        const { at } = await addPasskey(owner, owner.token);
        await prove(at, owner.token);
        bob = { ...at, access: { ...at.access, passkeys: [] } };
        return owner.token;
      },
      async () => {
        const { body } = await owner.client.call('GET', '/api/administrators/me', owner.token);
        const [, second] = body['passkeys'] as { id: string }[];
        await asOwner('DELETE', `/api/administrators/me/passkeys/${second?.id}`);
      },
    ],
    [
      'a link that a new one replaces',
      () => Promise.resolve(bob.token),
      () => asOwner('POST', `/api/administrators/${eve}/link`),
    ],
  ])('%s', async (_way, open, lose) => {
    const secret = await makeLink(await open());
    const client = new PasskeyClient(app, PASSWORD);
    const { token } = await client.sendPassword();
    const started = await client.startRegistration(token, { link: secret });
    const response = client.authenticator.create(started.body['passkey'] as PasskeyCreation);
    await lose();
    const late = { link: secret, response };
    expect((await client.call('POST', '/api/administrators/registration', token, late)).outcome).toBe('link-expired');
    expect((await client.startRegistration(token, { link: secret })).outcome).toBe('link-expired');
  });
});

describe('[AUTH10] after a passkey is lost, the server rejects', () => {
  it('a proof that it gave in a session of another passkey', async () => {
    const { at, id } = await addPasskey(bob);
    const { at: third } = await addPasskey(bob);
    const token = await third.client.logIn();
    await prove(at, token);
    const ada = `/api/administrators/${owner.id}/link`;
    expect((await bob.client.call('POST', ada, token)).outcome).toBe(200);
    await asOwner('DELETE', `/api/administrators/${bob.id}/passkeys/${id}`);
    expect(await meOf(token)).toBe(200);
    expect((await bob.client.call('POST', ada, token)).outcome).toBe('proof-needed');
  });

  it('its response to a login that began before', async () => {
    const { token, passkey } = await bob.client.sendPassword();
    const response = bob.client.authenticator.get(passkey as PasskeyRequest);
    await REMOVED_BY_OWNER[1]();
    expect((await bob.client.sendPasskey(token, response)).outcome).toBe('passkey-refused');
  });

  it('its response that arrives together with the removal, in either order', async () => {
    for (const isFirst of [true, false]) {
      const person = await addPerson(`Carl ${isFirst}`, ['orders']);
      const { token, passkey } = await person.client.sendPassword();
      const response = person.client.authenticator.get(passkey as PasskeyRequest);
      const login = () => person.client.sendPasskey(token, response);
      const removal = () => asOwner('DELETE', `/api/administrators/${person.id}/passkeys/${passkeyOf(person)}`);
      const answer = isFirst ? login() : removal().then(login);
      await Promise.all([answer, isFirst ? removal() : undefined]);
      const opened = String((await answer).body['token']);
      expect(await meOf(opened)).toBe('unauthorized');
    }
  });
});

describe('[AUTH10] a changed administrators’ password ends', () => {
  it('every session, login and link that began with the former password', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-credentials-'));
    await prepareDatabase(dataDir, join(dataDir, 'hexlime.sqlite'));
    onTestFinished(async () => {
      await dropDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    });
    const file = join(dataDir, 'admin-password.txt');
    await writeFile(file, PASSWORD);
    const first = await startTestApp({ dataDir });
    const client = new PasskeyClient(first, PASSWORD);
    const link = await first.server.identity.administrators.createFirstLink();
    const ada = await client.join(link?.secret ?? '');
    const { body } = await client.call('POST', '/api/administrators', ada.token, { name: 'Eve', roles: ['orders'] });
    const pending = await client.sendPassword();
    await first.stop();

    const changed = 'another long and rare sentence';
    await writeFile(file, changed);
    const second = await startTestApp({ dataDir });
    onTestFinished(() => second.stop());
    await second.server.identity.adminPassword.prepare();
    const later = new PasskeyClient(second, changed);
    expect((await later.call('GET', '/api/administrators/me', ada.token)).outcome).toBe('unauthorized');
    const answer = client.authenticator.get(pending.passkey as PasskeyRequest);
    expect((await later.sendPasskey(pending.token, answer)).outcome).toBe('unauthorized');
    const { token } = await later.sendPassword();
    const reply = await later.startRegistration(token, { link: String(body['secret']) });
    expect(reply.outcome).toBe('link-expired');
  });
});

describe('[AUTH3] a shopper’s session, its socket and its push subscription end when', () => {
  const post = (path: string, headers: Readonly<Record<string, string>>, body: unknown = {}) =>
    send(app.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const remove = (path: string, headers: Readonly<Record<string, string>>, body?: unknown) =>
    send(app.url, path, {
      method: 'DELETE',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it.each<readonly [way: string, lose: (headers: { readonly cookie: string }) => Promise<unknown>]>([
    [
      'its browser signs in again',
      async (headers) => post('/api/session', headers, { credential: await createTestCredential(app, 'alice') }),
    ],
    ['it signs out', (headers) => remove('/api/session', headers)],
    [
      'its user signs out everywhere',
      async () => remove('/api/session?everywhere=1', await signInBearer(app, 'alice')),
    ],
    [
      'its user ends it from another device',
      async () => {
        const bearer = await signInBearer(app, 'alice');
        const { sessions } = json(await send(app.url, '/api/sessions', { headers: bearer }));
        const other = (sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent);
        return remove(`/api/sessions/${other?.id}`, bearer);
      },
    ],
    ['its user ends all others', async () => remove('/api/sessions?scope=others', await signInBearer(app, 'alice'))],
    [
      'its user deletes the account',
      async () => remove('/api/my-data', await signInBearer(app, 'alice'), { confirmation: DELETE_CONFIRMATION }),
    ],
  ])('%s', async (_way, lose) => {
    const { headers } = await signIn(app, 'alice');
    const socket = await openEventSocket(app.url, headers);
    onTestFinished(() => socket.socket.terminate());
    const { subscription } = createPushBrowser('https://push.example/device');
    expect((await post('/api/push/subscriptions', headers, subscription)).status).toBe(204);
    await lose(headers);
    expect((await send(app.url, '/api/session', { headers })).status).toBe(401);
    expect(await socket.closed).toBe(CLOSED_BY_SERVER);
    const rows = app.context.database.reader.selectFrom('push_subscription').select('endpoint');
    expect(await rows.execute()).toEqual([]);
  });
});

describe('the push subscriptions of a key pair', () => {
  it('end when the pair is replaced, and not before', async () => {
    const { headers } = await signIn(app, 'alice');
    const { subscription } = createPushBrowser('https://push.example/device');
    await send(app.url, '/api/push/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(subscription),
    });
    const count = async (): Promise<number> =>
      (await app.context.database.reader.selectFrom('push_subscription').select('endpoint').execute()).length;
    const { dataDir } = app.context.config;
    const same = await startTestApp({ dataDir });
    await same.stop();
    expect(await count()).toBe(1);
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const replaced = await startTestApp({
      dataDir,
      env: { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey },
    });
    await replaced.stop();
    expect(await count()).toBe(0);
  });
});
