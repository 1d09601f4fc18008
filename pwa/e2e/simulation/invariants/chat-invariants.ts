import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

interface Place {
  readonly seq: number;
  readonly clock: number;
  readonly created_at: number;
}

/** Checks that the messages of each chat are numbered 1, 2, 3, … in the order in which they were sent. */
export function checkMessageSequence(world: World): void {
  for (const { id, last_seq } of world.rows<{ id: string; last_seq: number }>('select id, last_seq from chat')) {
    const places = world.rows<Place>(
      'select seq, clock, created_at from chat_message where chat_id = ? order by seq',
      id,
    );
    const isWrong = places.some(
      ({ seq, clock }, place) => seq !== place + 1 || clock <= (places[place - 1]?.clock ?? 0),
    );
    if (isWrong || places.length !== last_seq) {
      throw new Violation(
        'messages are numbered without gaps',
        `${id} has ${places.map(({ seq }) => seq).join()} up to ${last_seq}`,
      );
    }
  }
}

/** Checks that no message exists twice: no two taps send the same text. */
export function checkMessagesOnce(world: World): void {
  const [doubled] = world.rows<{ content: string }>(
    'select content from chat_message group by content having count(*) > 1',
  );
  if (doubled) throw new Violation('messages once', `"${doubled.content}" exists more than once`);
}

/** Read marks by member and chat. */
export type ReadMarks = ReadonlyMap<string, number>;

/** Checks that read marks have only risen since `before`; returns the current ones. */
export function checkReadMarks(world: World, before: ReadMarks): ReadMarks {
  const rows = world.rows<{ name: string; read_seq: number }>(
    `select chat_id || ' ' || sub as name, read_seq from chat_member`,
  );
  const fallen = rows.find(({ name, read_seq }) => read_seq < (before.get(name) ?? 0));
  if (fallen) {
    throw new Violation('read marks rise', `${fallen.name} went from ${before.get(fallen.name)} to ${fallen.read_seq}`);
  }
  return new Map(rows.map(({ name, read_seq }) => [name, read_seq]));
}

interface StoredMessage {
  readonly chat_id: string;
  readonly seq: number;
  readonly content: string;
}

/** Checks that the messages of each chat on a device are one range without a gap and equal the server's messages in that range. */
export function checkStoredMessages(world: World, device: SimDevice): void {
  // A restored server has another history.
  if (device.sub === null || world.taps.history > 0) return;
  const stored = device.readUserTable(device.sub, 'messages') as unknown as StoredMessage[];
  for (const [chatId, messages] of Map.groupBy(stored, ({ chat_id }) => chat_id)) {
    const range = messages.toSorted((a, b) => a.seq - b.seq);
    const first = range[0]?.seq ?? 1;
    const said = world.rows<{ content: string }>(
      'select content from chat_message where chat_id = ? and seq between ? and ? order by seq',
      chatId,
      first,
      first + range.length - 1,
    );
    const [shown, expected] = [range, said].map((all) => all.map(({ content }) => content).join('; '));
    if (range.some(({ seq }, place) => seq !== first + place) || shown !== expected)
      throw new Violation('stored messages are one range', `${device.name} has ${shown} of ${chatId}, not ${expected}`);
  }
}

/** Counts a member's unread messages of the other side from the messages themselves. */
export function countUnread(world: World, chatId: string, sub: string, readSeq: number): number {
  const messages = world.rows<{ sender_sub: string; buyer_sub: string }>(
    `select sender_sub, buyer_sub from chat_message join chat on chat.id = chat_id where chat_id = ? and seq > ?`,
    chatId,
    readSeq,
  );
  return messages.filter(({ sender_sub, buyer_sub }) => (sender_sub === buyer_sub) !== (sub === buyer_sub)).length;
}

/** Lists the chats whose start was rejected and awaits a decision of the user: the server has none of them. */
async function listUndecidedChats({ sub, outbox }: UserData): Promise<ReadonlySet<string>> {
  return new Set(
    (await outbox()).flatMap(({ mutation: { name, args }, rejection }) =>
      rejection && name === 'startChat' ? [chatIdOf(sub, args.product_id, args.life)] : [],
    ),
  );
}

/** Checks that a buyer's device shows the server's chats, messages, read marks and unread counts, newest chat first. */
export async function checkChatViews(world: World, device: string, data: UserData): Promise<void> {
  const members = world.rows<{ id: string; read_seq: number }>(
    `select chat_id as id, read_seq from chat_member where sub = ? and role <> 'former'`,
    data.sub,
  );
  const views = await data.chats.list();
  const missing = members.find(({ id }) => !views.some((view) => view.id === id));
  const undecided = await listUndecidedChats(data);
  const surplus = views.find(({ id }) => !undecided.has(id) && !members.some((member) => member.id === id));
  if (missing || surplus) {
    throw new Violation('chats converge', `${device} shows ${views.length} of ${members.length}`);
  }
  for (const { id, read_seq } of members) {
    const view = views.find((one) => one.id === id);
    if (view?.read_seq !== read_seq) {
      throw new Violation('read marks converge', `${device} shows ${view?.read_seq} of ${id}, it is ${read_seq}`);
    }
    const unread = countUnread(world, id, data.sub, read_seq);
    if (view.unread_count !== unread) {
      throw new Violation('unread counts agree', `${device} shows ${view.unread_count} of ${unread} in ${id}`);
    }
    const there = world.rows<{ id: string }>('select id from chat_message where chat_id = ? order by seq', id);
    const all = (await data.chats.messages(id, there.length + 1)).messages;
    // Messages without a number are not on the server: the user has yet to decide about them.
    const messages = all.filter(({ seq }) => seq !== null);
    const shown = messages.map((message) => message.id).join();
    const newest = there.slice(-messages.length).map((message) => message.id);
    if (shown !== newest.join() || (messages.length === 0 && there.length > 0)) {
      throw new Violation('messages converge', `${device} shows other messages in ${id} than the server`);
    }
  }
  const times = views
    .filter(({ id }) => !undecided.has(id))
    .map(({ last_message_time, created_at }) => last_message_time ?? created_at);
  if (times.some((time, place) => place > 0 && time > (times[place - 1] ?? ''))) {
    throw new Violation('newest chat first', `${device} shows ${times.join()}`);
  }
}
