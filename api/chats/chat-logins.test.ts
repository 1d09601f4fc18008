import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountChanges } from '#contract/http/account.ts';
import { DELETE_CONFIRMATION } from '#contract/http/my-data.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { PasskeyClient } from '../testing/clients/passkey-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { writeToSeller } from '../testing/clients/write-to-seller.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';

const PASSWORD = 'a long and rare sentence of words';
const CHAT_LOGIN = '/api/administrators/me/chat-login';

let app: TestApp;
let ada: PasskeyClient;
let owner: string;
let bob: { readonly client: PasskeyClient; readonly id: string; readonly token: string };
let bobInShop: SignedIn;

beforeEach(async () => {
  app = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD } });
  await stockCameras(app, 1, 1);
  await writeToSeller(app, await signIn(app, 'alice'), 'Is it new?');
  ada = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  owner = (await ada.join(link?.secret ?? '', 'Ada')).token;
  bob = await addPerson('Bob', ['chat']);
  bobInShop = await signIn(app, 'bob');
});
afterEach(() => app.stop());

async function addPerson(name: string, roles: readonly string[]) {
  const { body } = await ada.call('POST', '/api/administrators', owner, { name, roles });
  const client = new PasskeyClient(app, PASSWORD);
  const { token, access } = await client.join(String(body['secret']));
  return { client, token, id: String(access.id) };
}

/** Links or unlinks the shop login of a browser; `shop`: null for a browser without a login. */
async function callChatLogin(method: 'PUT' | 'DELETE', token: string, shop: SignedIn | null): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, ...shop?.headers };
  const reply = await send(app.url, CHAT_LOGIN, { method, headers });
  return reply.status === 200 ? json(reply)['chat_login'] : json(reply)['code'];
}

/** The messages that a user sees. */
async function listSeen(user: SignedIn): Promise<string[]> {
  const reply = json(await send(app.url, '/api/sync/account', { headers: user.headers }));
  return (reply as unknown as AccountChanges).chats.messages.map(({ content }) => content);
}

describe('[AUTH14] an administrator with the role for chats', () => {
  it('answers earlier and later chats by the shop login of their browser', async () => {
    expect(await listSeen(bobInShop)).toEqual([]);
    const seen: string[] = [];
    const socket = await openEventSocket(app.url, bobInShop.headers, (frame) => void seen.push(String(frame.event)));
    expect(await callChatLogin('PUT', bob.token, bobInShop)).toEqual({ name: 'Bob', email: 'bob@demo.invalid' });
    await expect.poll(() => seen).toContain('chatsChanged');
    socket.socket.close();
    expect(await listSeen(bobInShop)).toEqual(['Is it new?']);
    await writeToSeller(app, await signIn(app, 'carol'), 'Is it blue?');
    expect((await listSeen(bobInShop)).toSorted()).toEqual(['Is it blue?', 'Is it new?']);
    expect((await ada.call('GET', '/api/administrators', owner)).body).toMatchObject({
      administrators: [{ chat_login: null }, { name: 'Bob', chat_login: { name: 'Bob' } }],
    });
  });

  it.each([
    ['unlink the login', () => callChatLogin('DELETE', bob.token, null)],
    ['lose the role', () => ada.call('PATCH', `/api/administrators/${bob.id}`, owner, { roles: ['catalogue'] })],
    ['are revoked', () => ada.call('DELETE', `/api/administrators/${bob.id}`, owner)],
  ])('sees no chats once they %s', async (_name, end) => {
    await callChatLogin('PUT', bob.token, bobInShop);
    expect(await listSeen(bobInShop)).toHaveLength(1);
    await end();
    expect(await listSeen(bobInShop)).toEqual([]);
    await writeToSeller(app, await signIn(app, 'carol'), 'Is it blue?');
    expect(await listSeen(bobInShop)).toEqual([]);
  });

  it('must be logged in to the shop, and have the role', async () => {
    expect(await callChatLogin('PUT', bob.token, null)).toBe('shop-login-needed');
    const eve = await addPerson('Eve', ['orders']);
    expect(await callChatLogin('PUT', eve.token, bobInShop)).toBe('role-needed');
    expect(await listSeen(bobInShop)).toEqual([]);
  });

  it('may delete their shop account, which also unlinks it from the chats', async () => {
    await callChatLogin('PUT', bob.token, bobInShop);
    const reply = await send(app.url, '/api/my-data', {
      method: 'DELETE',
      headers: { ...bobInShop.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ confirmation: DELETE_CONFIRMATION }),
    });
    expect(reply.status).toBeLessThan(300);
    expect((await ada.call('GET', '/api/administrators', owner)).body).toMatchObject({
      administrators: [{}, { name: 'Bob', chat_login: null }],
    });
  });
});
