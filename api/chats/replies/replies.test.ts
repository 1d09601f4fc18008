import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_MESSAGE_LENGTH, MAX_REPLIES, MAX_REPLY_NAME_LENGTH } from '#contract/limits.ts';
import type { ChatReplies } from '#contract/http/chat-replies.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { openChatClient } from '../../testing/clients/chat-client.ts';
import type { ChatClient } from '../../testing/clients/chat-client.ts';
import { json, send } from '../../testing/clients/send.ts';
import { signInAdmin } from '../../testing/clients/sign-in.ts';

const LIST = '/api/admin-chat-replies';
/** Returns a UUID that repeats one hexadecimal digit. */
const idOf = (digit: string): string => digit.repeat(36).replaceAll(/(?<=^.{8}|^.{13}|^.{18}|^.{23})./g, '-');

let app: TestApp;
let sam: ChatClient;
let alice: ChatClient;

beforeAll(async () => {
  app = await startTestApp();
  [sam, alice] = [await openChatClient(app, 'sam'), await openChatClient(app, 'alice')];
});
afterAll(() => app.stop());
beforeEach(() => app.context.database.writer.deleteFrom('chat_reply').execute());

const call = async (method: string, path: string, body?: unknown, roles?: readonly AdminRole[]) =>
  send(app.url, path, {
    method,
    headers: { ...(await signInAdmin(app, roles)), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const save = (id: string, name: string, text: string, version = 0) =>
  call('PUT', `${LIST}/${idOf(id)}`, { name, text, version });
const namesOf = ({ replies }: ChatReplies): readonly string[] => replies.map(({ name }) => name);
const read = async (): Promise<ChatReplies> => json(await call('GET', LIST)) as unknown as ChatReplies;

describe('[MSG6] canned replies', () => {
  it('are added, changed, put in order and deleted by administrators with the role', async () => {
    expect(json(await save('a', ' Hello ', 'Hello {buyer}'))).toEqual({
      id: idOf('a'),
      name: 'Hello',
      text: 'Hello {buyer}',
      version: 1,
    });
    await save('b', 'Shipping', 'It ships\ntomorrow.');
    await save('c', 'Thanks', 'Thank you!');
    expect(json(await save('b', 'Shipping', 'It ships today.', 1))).toMatchObject({ version: 2 });
    await call('PUT', LIST, { ids: ['c', 'f', 'a'].map(idOf) });
    expect(namesOf(await read())).toEqual(['Thanks', 'Hello', 'Shipping']);
    expect((await call('DELETE', `${LIST}/${idOf('a')}`)).status).toBe(204);
    expect((await call('DELETE', `${LIST}/${idOf('a')}`)).status).toBe(204);
    expect(namesOf(await read())).toEqual(['Thanks', 'Shipping']);
    await save('0', 'Later', 'Later.');
    expect(namesOf(await read())).toEqual(['Thanks', 'Shipping', 'Later']);
    expect((await call('GET', LIST, undefined, ['orders'])).status).toBe(403);
    expect((await call('GET', LIST, undefined, ['chat'])).status).toBe(200);
  });

  it('are saved once however often they are sent, and not over the change of another administrator', async () => {
    await save('a', 'Hello', 'Hello');
    expect(json(await save('a', 'Hello', 'Hello'))).toMatchObject({ version: 1 });
    await save('a', 'Hello', 'Hello you', 1);
    expect(json(await save('a', 'Hello', 'Hello you', 1))).toMatchObject({ version: 2 });
    expect(json(await save('a', 'Hello', 'Good day', 1))).toMatchObject({
      code: 'stale-version',
      current: { text: 'Hello you', version: 2 },
    });
    await call('DELETE', `${LIST}/${idOf('a')}`);
    expect(json(await save('a', 'Hello', 'Good day', 2))).toMatchObject({ code: 'not-found' });
  });

  it.each([
    ['no name', { name: ' ', text: 'x' }, '/body/name'],
    ['a name that is too long', { name: 'x'.repeat(MAX_REPLY_NAME_LENGTH + 1), text: 'x' }, '/body/name'],
    ['a name of two lines', { name: 'a\nb', text: 'x' }, '/body/name'],
    ['no visible text', { name: 'a', text: ' \u200b\n' }, '/body/text'],
    ['a text that is too long', { name: 'a', text: '🎧'.repeat(MAX_MESSAGE_LENGTH + 1) }, '/body/text'],
    ['a control character', { name: 'a', text: 'a\u0000b' }, '/body/text'],
    ['half an emoji', { name: 'a', text: '\ud83c' }, '/body/text'],
    ['a text that is a number', { name: 'a', text: 7 }, '/body/text'],
  ])('with %s are rejected, and the answer names the field', async (_, body, pointer) => {
    const reply = await call('PUT', `${LIST}/${idOf('a')}`, { ...body, version: 0 });
    expect([reply.status, json(reply)['errors']]).toMatchObject([400, [{ pointer }]]);
    expect((await read()).replies).toEqual([]);
  });

  it('may be as long as a message; their names must differ, and there are at most a hundred', async () => {
    expect((await save('a', 'Long', '🎧'.repeat(MAX_MESSAGE_LENGTH))).status).toBe(200);
    expect(json(await save('b', 'LONG', 'x'))).toMatchObject({ code: 'reply-name-taken' });
    const others = Array.from({ length: MAX_REPLIES - 1 }, (_, at) => ({
      id: at === 7 ? idOf('7') : `r${at}`,
      name: `R${at}`,
      text: 'x',
      version: 1,
      place: at + 2,
    }));
    await app.context.database.writer.insertInto('chat_reply').values(others).execute();
    expect(json(await save('e', 'One more', 'x'))).toMatchObject({ code: 'too-many-replies' });
    expect((await save('7', 'R7', 'changed', 1)).status).toBe(200);
  });

  it('are given to the staff, whose devices learn of a change by a poke and the version in their next pull', async () => {
    await save('a', 'Hello', 'Hello {buyer}');
    const versionFor = async (client: ChatClient) => json(await client.call('GET', '/api/sync/account'))['replies'];
    const before = await versionFor(sam);
    expect(before).toEqual(expect.any(String));
    expect(await versionFor(alice)).toBeUndefined();
    const given = json(await sam.call('GET', '/api/chat-replies')) as unknown as ChatReplies;
    expect([given.version, namesOf(given)]).toEqual([before, ['Hello']]);
    expect((await alice.call('GET', '/api/chat-replies')).status).toBe(403);

    const poked: string[] = [];
    const stop = app.context.bus.subscribe((event) => {
      if (event.type === 'chats-changed') poked.push(event.sub);
    });
    await save('a', 'Hello', 'Good day', 1);
    stop();
    expect(poked).toEqual(['demo-sam', 'demo-ada']);
    expect(await versionFor(sam)).not.toBe(before);
  });

  it('have each change in the audit log', async () => {
    await save('a', 'Hello', 'Hello');
    await save('a', 'Hello', 'Good day', 1);
    await call('DELETE', `${LIST}/${idOf('a')}`);
    const entries = await app.context.database.reader
      .selectFrom('admin_audit')
      .select(['action', 'subject', 'before', 'after'])
      .where('action', 'like', '%chat-reply')
      .orderBy('number', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ action, before, after }) => [action, JSON.parse(before), JSON.parse(after)])).toEqual([
      ['delete-chat-reply', { name: 'Hello', text: 'Good day' }, {}],
      ['save-chat-reply', { text: 'Hello' }, { text: 'Good day' }],
    ]);
  });
});
