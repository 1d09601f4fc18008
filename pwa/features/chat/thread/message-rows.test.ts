import { expect, test } from 'vitest';
import { reuseEqual } from '#pwa/platform/reuse-equal.ts';
import type { MessageView } from '#sync/api/account-api.ts';
import { keyOf, listRows } from './message-rows.ts';

const VIEWER = { sub: 'sam', buyer: 'bob' };
const MINUTE_MS = 60_000;
const START_MS = new Date(2026, 5, 1, 12, 0).getTime();

const message = (id: string, sender: string, minutes: number, more: Partial<MessageView> = {}): MessageView => ({
  id,
  chat_id: '1-bob',
  seq: 1,
  sender_google_id: sender,
  content: id,
  images: [],
  timestamp: new Date(START_MS + minutes * MINUTE_MS).toISOString(),
  state: 'sent',
  operationId: null,
  rejection: null,
  ...more,
});

const shapeOf = (messages: readonly MessageView[], before?: MessageView) =>
  listRows(messages, before, VIEWER).map(({ message: { id }, isOwn, side, day, isFollowing }) => [
    id,
    `${isOwn ? 'own' : 'other'} ${side}`,
    day,
    isFollowing,
  ]);

test('a row has its side, its day if it is the first of that day, and whether it continues a run', () => {
  const day = 24 * 60;
  expect(
    shapeOf([
      message('a', 'bob', 0),
      message('b', 'bob', 4),
      message('c', 'bob', 9),
      message('d', 'sam', 9),
      message('e', 'ada', 10),
      message('f', 'ada', 10 + day),
    ]),
  ).toEqual([
    ['a', 'other buyer', '2026-06-01', false],
    ['b', 'other buyer', null, true],
    ['c', 'other buyer', null, false],
    ['d', 'own seller', null, false],
    ['e', 'other seller', null, false],
    ['f', 'other seller', '2026-06-02', false],
  ]);
});

test('the message before the list decides whether the first row continues a run', () => {
  expect(shapeOf([message('b', 'bob', 1)], message('a', 'bob', 0))).toEqual([['b', 'other buyer', null, true]]);
});

test('a new message from a device whose clock is behind does not start an earlier day', () => {
  expect(shapeOf([message('a', 'bob', 0), message('b', 'sam', -24 * 60)]).map(([, , day]) => day)).toEqual([
    '2026-06-01',
    null,
  ]);
});

test('an unchanged message stays the same object; one with a changed state is a new object', () => {
  const [a, b] = [message('a', 'bob', 0), message('b', 'bob', 1)];
  const next = reuseEqual([{ ...a }, { ...b, state: 'read' }, message('c', 'bob', 2)], [a, b], keyOf);
  expect(next[0]).toBe(a);
  expect(next[1]).toMatchObject({ id: 'b', state: 'read' });
  expect(next).toHaveLength(3);
});

test('messages of two senders with the same id are distinct', () => {
  const [first, second] = [message('1', 'bob', 0), message('1', 'sam', 0)];
  expect(new Set(listRows([first, second], undefined, VIEWER).map(({ key }) => key)).size).toBe(2);
  expect(reuseEqual([{ ...first }, { ...second }], [first, second], keyOf)).toEqual([first, second]);
  expect(reuseEqual([{ ...first }], [first, second], keyOf)[0]).toBe(first);
});
