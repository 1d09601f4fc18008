import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Administrator, AdminSessionEntry } from '#contract/http/administrators.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { openEventSocket } from '../../testing/clients/event-socket.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import type { RegisteredAdmin } from '../../testing/clients/passkey-client.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import { createLogRecorder } from '../../testing/log-recorder.ts';
import { readState } from './testing/read-state.ts';

const PASSWORD = 'a long and rare sentence of words';
const HOUR_MS = 3_600_000;
const recorder = createLogRecorder();

let app: TestApp;
let clockMs: number;
let ada: PasskeyClient;
let owner: RegisteredAdmin;

beforeEach(async () => {
  clockMs = Date.now();
  const env = { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'info' };
  app = await startTestApp({ env, now: () => clockMs, logTo: recorder.logTo });
  ada = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  owner = await ada.join(link?.secret ?? '', 'Ada');
  recorder.clear();
});
afterEach(() => app.stop());

const asOwner = (method: string, path: string, body?: unknown) => ada.call(method, path, owner.token, body);

/** Adds a person, who registers at a device of their own. */
async function addPerson(name: string, roles: readonly AdminRole[]) {
  const added = await asOwner('POST', '/api/administrators', { name, roles });
  const client = new PasskeyClient(app, PASSWORD);
  const person = await client.join(String(added.body['secret']));
  return { client, id: (added.body['administrator'] as Administrator).id, ...person };
}

const meOf = (client: PasskeyClient, token: string) => client.call('GET', '/api/administrators/me', token);

describe('[AUTH9] the administrators', () => {
  it('a new person registers with the link and has their roles only', async () => {
    const bob = await addPerson('Bob', ['orders']);
    expect(bob.access).toMatchObject({ id: bob.id, name: 'Bob', roles: ['orders'] });
    expect((await bob.client.call('GET', '/api/admin-purchases', bob.token)).outcome).toBe(200);
    expect((await bob.client.call('GET', '/api/next-id?shop=pc', bob.token)).outcome).toBe('role-needed');
    const { body } = await asOwner('GET', '/api/administrators');
    expect(body).toMatchObject({
      administrators: [
        { name: 'Ada', roles: ['owner'], passkeys: [{ name: 'Passkey' }], link_expires_at: null },
        { name: 'Bob', roles: ['orders'], passkeys: [{}] },
      ],
    });
  });

  it('the link of a new person is valid for a day, and a new one replaces it', async () => {
    const added = await asOwner('POST', '/api/administrators', { name: 'Bob', roles: [] });
    const { id } = added.body['administrator'] as Administrator;
    const renewed = await asOwner('POST', `/api/administrators/${id}/link`);
    const { token } = await ada.sendPassword();
    const start = async (link: unknown) => (await ada.startRegistration(token, { link: String(link) })).outcome;
    expect(await start(added.body['secret'])).toBe('link-expired');
    expect(await start(renewed.body['secret'])).toBe(200);
    clockMs += 24 * HOUR_MS;
    const later = await ada.sendPassword();
    const late = await ada.startRegistration(later.token, { link: String(renewed.body['secret']) });
    expect(late.outcome).toBe('link-expired');
  });

  it('a changed role counts from the next call', async () => {
    const bob = await addPerson('Bob', ['orders']);
    await asOwner('PATCH', `/api/administrators/${bob.id}`, { roles: ['catalogue'] });
    expect((await bob.client.call('GET', '/api/admin-purchases', bob.token)).outcome).toBe('role-needed');
    expect((await bob.client.call('GET', '/api/next-id?shop=pc', bob.token)).outcome).toBe(200);
  });

  it('bad input is rejected, changes nothing and is one security event each', async () => {
    const bob = await addPerson('Bob', ['orders']);
    const path = `/api/administrators/${bob.id}`;
    const calls: readonly (readonly [string, string, unknown, string])[] = [
      ['POST', '/api/administrators', { name: 'Eve', roles: ['root'] }, 'bad-request'],
      ['POST', '/api/administrators', { name: 'Eve', roles: ['chat', 'chat'] }, 'bad-request'],
      ['POST', '/api/administrators', { name: ' Eve', roles: [] }, 'bad-request'],
      ['POST', '/api/administrators', { name: 'bob', roles: [] }, 'name-taken'],
      ['PATCH', path, { roles: ['root'] }, 'bad-request'],
      ['PATCH', path, { name: 'ADA' }, 'name-taken'],
      ['PATCH', '/api/administrators/nope', { roles: [] }, 'not-found'],
      ['DELETE', '/api/administrators/nope', undefined, 'not-found'],
      ['DELETE', `${path}/passkeys/nope`, undefined, 'not-found'],
      ['DELETE', '/api/administrators/sessions/nope', undefined, 'not-found'],
    ];
    const before = await readState(app);
    for (const [method, target, body, code] of calls) {
      recorder.clear();
      expect([body, (await asOwner(method, target, body)).outcome]).toEqual([body, code]);
      expect(recorder.events()).toMatchObject([{ security: 'administrator-change-rejected', detail: { code } }]);
    }
    expect(await readState(app)).toEqual(before);
  });

  it('the last owner cannot be revoked or lose the role', async () => {
    const path = `/api/administrators/${String(owner.access.id)}`;
    // Another owner who has not registered does not count.
    await asOwner('POST', '/api/administrators', { name: 'Bob', roles: ['owner'] });
    expect((await asOwner('DELETE', path)).outcome).toBe('last-owner');
    expect((await asOwner('PATCH', path, { roles: ['catalogue'] })).outcome).toBe('last-owner');
    await addPerson('Grace', ['owner']);
    expect((await asOwner('PATCH', path, { roles: ['catalogue'] })).outcome).toBe(200);
  });

  it('every change names its person in the audit log and is a security event', async () => {
    const bob = await addPerson('Bob', ['orders']);
    recorder.clear();
    await asOwner('PATCH', `/api/administrators/${bob.id}`, { roles: ['chat'] });
    await asOwner('DELETE', `/api/administrators/${bob.id}`);
    expect(recorder.events()).toMatchObject([
      { security: 'administrator-changed', actor: expect.any(String) as string },
      { security: 'administrator-revoked', subject: expect.any(String) as string },
    ]);
    const rows = await app.context.database.reader
      .selectFrom('admin_audit')
      .select(['actor', 'action', 'before', 'after'])
      .where('subject', '=', `administrator/${bob.id}`)
      .orderBy('number')
      .execute();
    expect(rows.map(({ actor, action }) => [actor, action])).toEqual([
      ['Ada', 'add-administrator'],
      ['Bob', 'register-passkey'],
      ['Ada', 'edit-administrator'],
      ['Ada', 'revoke-administrator'],
    ]);
    expect(rows[2]).toMatchObject({
      before: '{"name":"Bob","roles":"orders"}',
      after: '{"name":"Bob","roles":"chat"}',
    });
  });
});

describe('[AUTH10] a revocation', () => {
  it('ends token, passkey and recovery codes at once, and calls learn the reason', async () => {
    const bob = await addPerson('Bob', ['catalogue']);
    expect((await asOwner('DELETE', `/api/administrators/${bob.id}`)).outcome).toBe(204);
    const reply = await bob.client.call('GET', '/api/next-id?shop=pc', bob.token);
    expect([reply.status, reply.outcome]).toEqual([403, 'access-revoked']);
    // The replies do not tell a stranger who knows the password that such a passkey or code existed.
    const { token, passkey } = await bob.client.sendPassword();
    const response = bob.client.authenticator.get(passkey as never);
    expect((await bob.client.sendPasskey(token, response)).outcome).toBe('passkey-refused');
    const recovered = await bob.client.call('POST', '/api/login/recovery', token, { code: bob.recoveryCodes[0] });
    expect(recovered.outcome).toBe('recovery-refused');
    // The name is free again.
    expect((await asOwner('POST', '/api/administrators', { name: 'Bob', roles: [] })).outcome).toBe(200);
  });

  it('a device that was offline until its token had expired still learns of the revocation', async () => {
    const bob = await addPerson('Bob', ['catalogue']);
    await asOwner('DELETE', `/api/administrators/${bob.id}`);
    clockMs += 30 * 24 * HOUR_MS;
    await ada.logIn();
    expect((await meOf(bob.client, bob.token)).outcome).toBe('access-revoked');
  });

  it('a removed passkey ends the sessions that it opened; nobody can remove their own last one', async () => {
    const bob = await addPerson('Bob', ['catalogue']);
    const { passkeys } = bob.access;
    const id = passkeys[0]?.id ?? '';
    const own = await bob.client.call('DELETE', `/api/administrators/me/passkeys/${id}`, bob.token);
    expect(own.outcome).toBe('last-passkey');
    expect((await asOwner('DELETE', `/api/administrators/${bob.id}/passkeys/${id}`)).outcome).toBe(204);
    expect((await meOf(bob.client, bob.token)).outcome).toBe('unauthorized');
  });

  it('a changed password ends all tokens and pending logins', async () => {
    const pending = await ada.sendPassword();
    const { dataDir } = app.context.config;
    const changed = await startTestApp({ env: { ADMIN_PASSWORD: `${PASSWORD}!` }, dataDir });
    await changed.server.identity.adminPassword.prepare();
    await changed.stop();
    expect((await meOf(ada, owner.token)).outcome).toBe('unauthorized');
    expect((await ada.call('POST', '/api/login/passkey/options', pending.token)).outcome).toBe('unauthorized');
  });

  it('closes the sockets of the person, and no others', async () => {
    const bob = await addPerson('Bob', ['orders']);
    const open = async (token: string) => {
      const { headers } = await signIn(app, 'sam');
      const socket = await openEventSocket(app.url, headers);
      await socket.ask('registerAdmin', { token });
      return socket;
    };
    const [bobs, adas] = [await open(bob.token), await open(owner.token)];
    await asOwner('DELETE', `/api/administrators/${bob.id}`);
    expect(await bobs.closed).toBe(4401);
    await adas.settle();
  });
});

describe('[AUTH11] the sessions of administrators', () => {
  const list = async (client: PasskeyClient, token: string): Promise<AdminSessionEntry[]> =>
    (await client.call('GET', '/api/administrators/sessions', token)).body['sessions'] as AdminSessionEntry[];

  it('administrators see their own sessions and owners see all, each with person, network and times', async () => {
    const bob = await addPerson('Bob', ['catalogue']);
    expect(await list(bob.client, bob.token)).toMatchObject([
      { administrator: { name: 'Bob' }, network: '127.0.0.0/24', isCurrent: true },
    ]);
    const all = await list(ada, owner.token);
    expect(all.map(({ administrator, isCurrent }) => [administrator?.name, isCurrent]).sort()).toEqual([
      ['Ada', true],
      ['Bob', false],
    ]);
  });

  it('a session ends at once; only an owner can end those of others', async () => {
    const bob = await addPerson('Bob', ['catalogue']);
    const [own] = await list(ada, owner.token).then((all) => all.filter(({ isCurrent }) => isCurrent));
    const [bobs] = await list(bob.client, bob.token);
    const end = (client: PasskeyClient, token: string, id = '') =>
      client.call('DELETE', `/api/administrators/sessions/${id}`, token);
    expect((await end(bob.client, bob.token, own?.id)).outcome).toBe('not-found');
    expect((await end(ada, owner.token, bobs?.id)).outcome).toBe(204);
    expect((await meOf(bob.client, bob.token)).outcome).toBe('unauthorized');
    const query = app.context.database.reader.selectFrom('admin_audit').select(['actor', 'subject']);
    expect(await query.where('action', '=', 'end-admin-session').execute()).toEqual([
      { actor: 'Ada', subject: `administrator/${bob.id}` },
    ]);
  });
});
