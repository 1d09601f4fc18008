import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountChanges } from '#contract/http/account.ts';
import { openChatSession } from '#contract/http/session.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { PasskeyClient } from '../testing/clients/passkey-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { writeToSeller } from '../testing/clients/write-to-seller.ts';

const PASSWORD = 'a long and rare sentence of words';
const HOUR_MS = 3_600_000;
const CLOSED_BY_SERVER = 4401;

let app: TestApp;
let ada: PasskeyClient;
let owner: string;
let bob: { readonly id: string; readonly token: string };
let nowMs: number;

/** Starts a shop with a buyer's message. Ada registers as an owner, Bob as an administrator who answers chats. */
beforeEach(async () => {
  nowMs = Date.now();
  app = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD }, now: () => nowMs });
  await stockCameras(app, 1, 1);
  await writeToSeller(app, await signIn(app, 'alice'), 'Is it new?');
  ada = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  owner = (await ada.join(link?.secret ?? '', 'Ada')).token;
  bob = await addPerson('Bob', ['chat']);
});
afterEach(() => app.stop());

async function addPerson(name: string, roles: readonly string[]) {
  const { body } = await ada.call('POST', '/api/administrators', owner, { name, roles });
  const { token, access } = await new PasskeyClient(app, PASSWORD).join(String(body['secret']));
  return { token, id: String(access.id) };
}

/** Opens a chat session as a browser would, in place of the session of `cookie`, if given; returns the error's code if it is rejected. */
async function openChats(token: string, cookie?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(cookie !== undefined && { cookie }) };
  const reply = await send(app.url, openChatSession.path, { method: 'POST', headers });
  if (reply.status !== 200) return { code: json(reply)['code'], headers: { cookie: '' }, sub: '' };
  const [opened = ''] = reply.headers['set-cookie'] ?? [];
  const { user, isAdmin } = json(reply) as { user: { sub: string; name: string }; isAdmin: boolean };
  return { sub: user.sub, user, isAdmin, headers: { cookie: opened.split(';', 1)[0] ?? '' } };
}

/** The messages that a caller sees, or the error's code. */
async function listSeen(headers: { readonly cookie: string }): Promise<unknown> {
  const reply = await send(app.url, '/api/sync/account', { headers });
  if (reply.status !== 200) return json(reply)['code'];
  return (json(reply) as unknown as AccountChanges).chats.messages.map(({ content }) => content).toSorted();
}

const ENDS: readonly (readonly [name: string, end: () => Promise<unknown>])[] = [
  [
    'log out',
    () => send(app.url, '/api/login', { method: 'DELETE', headers: { authorization: `Bearer ${bob.token}` } }),
  ],
  ['lose the role', () => ada.call('PATCH', `/api/administrators/${bob.id}`, owner, { roles: ['orders'] })],
  ['are revoked', () => ada.call('DELETE', `/api/administrators/${bob.id}`, owner)],
  ['are reset', () => app.server.identity.administrators.reset({ name: 'console' }, bob.id)],
  [
    'are logged out by an owner',
    async () => {
      const { body } = await ada.call('GET', '/api/administrators/sessions', owner);
      const sessions = body['sessions'] as { id: string; administrator: { id: string } | null }[];
      const session = sessions.find(({ administrator }) => administrator?.id === bob.id);
      return ada.call('DELETE', `/api/administrators/sessions/${session?.id}`, owner);
    },
  ],
];

describe('[AUTH16] an administrator with the role for chats', () => {
  it('answers earlier and later chats without a login to the shop', async () => {
    const chats = await openChats(bob.token);
    expect(chats).toMatchObject({ user: { sub: `staff-${bob.id}`, name: 'Bob' }, isAdmin: false });
    expect(await listSeen(chats.headers)).toEqual(['Is it new?']);
    await writeToSeller(app, await signIn(app, 'carol'), 'Is it blue?');
    const again = await openChats(bob.token, chats.headers.cookie);
    expect(await listSeen(again.headers)).toEqual(['Is it blue?', 'Is it new?']);
    expect(await listSeen(chats.headers)).toBe('unauthorized');
    const socket = await openEventSocket(app.url, again.headers);
    const message = { chatId: '1-demo-alice', senderGoogleId: again.sub, content: 'It is.', images: [] };
    expect(await socket.ask('sendMessage', message)).toMatchObject({ data: { message: { content: 'It is.' } } });
    socket.socket.close();
    expect(await listSeen((await signIn(app, 'alice')).headers)).toEqual(['Is it new?', 'It is.']);
  });

  it.each(ENDS)('is signed out, with the socket and all chats, once they %s', async (_name, end) => {
    const chats = await openChats(bob.token);
    const socket = await openEventSocket(app.url, chats.headers);
    await end();
    expect(await socket.closed).toBe(CLOSED_BY_SERVER);
    expect(await listSeen(chats.headers)).toBe('unauthorized');
    expect(await listSeen((await signIn(app, 'bob')).headers)).toEqual([]);
  });

  it('keeps the session as long as the token is valid', async () => {
    const chats = await openChats(bob.token);
    nowMs += 11 * HOUR_MS;
    expect(await listSeen(chats.headers)).toEqual(['Is it new?']);
    const socket = await openEventSocket(app.url, chats.headers);
    nowMs += HOUR_MS;
    expect(await listSeen(chats.headers)).toBe('unauthorized');
    await socket.ask('markAsRead', { chatId: '1-demo-alice' }).then(
      ({ error }) => expect(error?.code).toBe('unauthorized'),
      () => expect(socket.closed).resolves.toBe(CLOSED_BY_SERVER),
    );
    socket.socket.close();
  });

  it('stays signed in while others log out', async () => {
    const chats = await openChats(bob.token);
    const { headers } = await openChats(owner);
    await send(app.url, '/api/login', { method: 'DELETE', headers: { authorization: `Bearer ${owner}` } });
    expect([await listSeen(headers), await listSeen(chats.headers)]).toEqual(['unauthorized', ['Is it new?']]);
  });
});

it('[AUTH16] other roles, shoppers and visitors get no chat session', async () => {
  const eve = await addPerson('Eve', ['orders', 'catalogue']);
  const shopper = await signIn(app, 'eve');
  const asShopper = await send(app.url, openChatSession.path, { method: 'POST', headers: shopper.headers });
  const asVisitor = await send(app.url, openChatSession.path, { method: 'POST' });
  expect([(await openChats(eve.token)).code, json(asShopper)['code'], json(asVisitor)['code']]).toEqual([
    'role-needed',
    expect.stringMatching(/forbidden|origin-refused/),
    expect.stringMatching(/unauthorized|origin-refused/),
  ]);
});

it('[AUTH16] an administrator without a name answers chats as long as no passkey is registered', async () => {
  const other = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD } });
  try {
    const { authorization } = await signInAdmin(other);
    const reply = await send(other.url, openChatSession.path, { method: 'POST', headers: { authorization } });
    expect(json(reply)).toMatchObject({ user: { sub: 'staff-shop', name: 'Support' } });
  } finally {
    await other.stop();
  }
});

it('[AUTH16] where listed users are required, they answer by their own login', async () => {
  const other = await startTestApp({ env: { ADMIN_REQUIRE_LISTED_USER: '1', ADMIN_USER_IDS: 'demo-sam' } });
  try {
    const { authorization } = await signInAdmin(other);
    const { headers } = await signIn(other, 'sam');
    const options = { method: 'POST', headers: { authorization, ...headers } };
    expect(json(await send(other.url, openChatSession.path, options))['code']).toBe('forbidden');
  } finally {
    await other.stop();
  }
});
