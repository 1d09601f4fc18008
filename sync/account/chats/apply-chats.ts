import type { Chat, Message } from '#contract/chats/chat.ts';
import { photoPath } from '#contract/chats/chat-path.ts';
import type { AccountChanges, OlderChats } from '#contract/http/account.ts';
import { ApiError } from '#contract/http/errors.ts';
import { FIRST_CHATS } from '#contract/limits.ts';
import type { Rows } from '../../database/answer.ts';
import { selectFetched } from './cache-photo.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { ALL_SEQS } from './read-chats.ts';

/** Applies the changes of chats that `exchange.ts` has received; within a transaction of the tables that it changes. */
export async function applyChats(
  database: UserDatabase,
  { changed, messages, removed, isReset }: AccountChanges['chats'],
): Promise<void> {
  if (isReset) {
    await clearChats(database);
    if (changed.length >= FIRST_CHATS) await writeMeta(database, 'olderChats', 'start');
  }
  // Removals come first: a deleted chat may have been begun again under its id. A buyer whose account was deleted together with the chat gets
  // no removal: `listReplaced` finds such a chat.
  for (const chatId of [...removed, ...(await listReplaced(database, changed))]) await removeChat(database, chatId);
  await database.chats.bulkPut([...changed]);
  for (const [chatId, news] of Map.groupBy(messages, ({ chat_id }) => chat_id)) await addNews(database, chatId, news);
}

/** Deletes chats, messages and photos, except photos that exist on this device only. */
export async function clearChats(database: UserDatabase): Promise<void> {
  await Promise.all([
    database.chats.clear(),
    database.messages.clear(),
    selectFetched(database).delete(),
    database.meta.delete('olderChats'),
    noteRemoval(database),
  ]);
}

/**
 * The rows that a request to the server is based on, with the number of removals so far. Once a chat has been removed, its id or its place
 * in the list may mean another chat, so the server's answer is void.
 */
export const chatRows = <Known extends object>(
  read: (database: UserDatabase) => Promise<Known>,
): Rows<UserDatabase, Known & { readonly removals: number }> => ({
  tables: ({ chats, messages, photos, meta }) => [chats, messages, photos, meta],
  read: async (database) => ({ ...(await read(database)), removals: await readRemovals(database) }),
});

/** Reads how often chats were removed, singly or all at once; within a transaction. */
export const readRemovals = async (database: UserDatabase): Promise<number> =>
  (await readMeta(database, 'removals')) ?? 0;

const noteRemoval = async (database: UserDatabase): Promise<void> =>
  writeMeta(database, 'removals', (await readRemovals(database)) + 1);

/**
 * Adds chats that are not on the device, and stores where the next ones start, if `next` is given. Returns how many were added; null, without
 * effect, when the device has pulled further or follows another epoch. Within a transaction of `chatRows`.
 */
export async function addOlderChats(
  database: UserDatabase,
  { epoch, seq, chats }: Pick<OlderChats, 'epoch' | 'seq' | 'chats'>,
  next?: OlderChats['next'],
): Promise<number | null> {
  const cursor = await readMeta(database, 'cursor');
  if (cursor?.epoch !== epoch || (cursor.chats ?? 0) > seq) return null;
  const known = await database.chats.bulkGet(chats.map(({ id }) => id));
  const missing = chats.filter((_, index) => known[index] === undefined);
  await database.chats.bulkAdd(missing);
  if (next !== undefined) await writeMeta(database, 'olderChats', next);
  return missing.length;
}

/** Where the messages of a chat on the device begin. */
export interface ChatEdge {
  /** Number and time of the chat's oldest message on the device or, if none is there, of the chat's newest one; undefined for an unknown chat. */
  readonly seq: number | undefined;
  readonly timestamp: string | null | undefined;
  readonly isStored: boolean;
}

/** Finds where the messages of a chat on the device begin; within a transaction of `chatRows`. */
export async function findEdge(database: UserDatabase, chatId: string): Promise<ChatEdge> {
  const oldest = await rangeOf(database, chatId).first();
  if (oldest) return { seq: oldest.seq, timestamp: oldest.timestamp, isStored: true };
  const chat = await database.chats.get(chatId);
  return { seq: chat?.last_seq, timestamp: chat?.last_message_time, isStored: false };
}

/**
 * Adds older messages of a chat. The last of them must be the message at the chat's edge: it proves that they belong to this chat, not to
 * one that was begun again under its id. Returns whether the server has even older ones. Within a transaction of `chatRows`.
 * @throws ApiError `not-found` for messages of another chat
 */
export async function addOlderMessages(
  database: UserDatabase,
  older: readonly Message[],
  { seq, timestamp }: ChatEdge,
): Promise<boolean> {
  const range = lastRange(older);
  const [last, first] = [range.at(-1), range[0]];
  if (!last || !first) return false;
  if (seq !== undefined && (last.seq !== seq || last.timestamp !== timestamp)) throw new ApiError('not-found');
  await database.messages.bulkPut(range);
  return first.seq > 1 && older.length > 1;
}

/** Adds newer messages of a chat; if messages are missing in between, the older range is dropped. */
async function addNews(database: UserDatabase, chatId: string, news: readonly Message[]): Promise<void> {
  const range = lastRange(news);
  const newest = await rangeOf(database, chatId).last();
  const [first] = range;
  if (newest && first && first.seq > newest.seq + 1) await rangeOf(database, chatId).delete();
  await database.messages.bulkPut(range);
}

/** Lists the ids of stored chats that were deleted on the server and begun again: their creation times differ. */
async function listReplaced(database: UserDatabase, changed: readonly Chat[]): Promise<string[]> {
  const known = await database.chats.bulkGet(changed.map(({ id }) => id));
  return changed.flatMap(({ id, created_at }, place) =>
    (known[place]?.created_at ?? created_at) === created_at ? [] : id,
  );
}

async function removeChat(database: UserDatabase, chatId: string): Promise<void> {
  await Promise.all([
    noteRemoval(database),
    database.chats.delete(chatId),
    database.drafts.delete(chatId),
    rangeOf(database, chatId).delete(),
    database.photos
      .where('path')
      .startsWith(photoPath(chatId, '').replace(/[^/]*$/, ''))
      .delete(),
  ]);
}

const rangeOf = (database: UserDatabase, chatId: string) =>
  database.messages.where('[chat_id+seq]').between([chatId, ALL_SEQS.first], [chatId, ALL_SEQS.last]);

/** Returns the messages after the last gap, in ascending order. */
function lastRange(messages: readonly Message[]): Message[] {
  const sorted = messages.toSorted((a, b) => a.seq - b.seq);
  const gap = sorted.findLastIndex(({ seq }, place) => place > 0 && seq > (sorted[place - 1]?.seq ?? 0) + 1);
  return sorted.slice(Math.max(gap, 0));
}
