import type { Message } from '#contract/chats/chat.ts';
import { photoPath } from '#contract/chats/chat-path.ts';
import type { AccountChanges, OlderChats } from '#contract/http/account.ts';
import { FIRST_CHATS } from '#contract/limits.ts';
import { selectFetched } from './cache-photo.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { ALL_SEQS } from './read-chats.ts';

/** Applies changes of chats since the device's cursor. Within a transaction of the tables. */
export async function applyChats(
  database: UserDatabase,
  { changed, messages, removed, isReset }: AccountChanges['chats'],
): Promise<void> {
  if (isReset) {
    await clearChats(database);
    if (changed.length >= FIRST_CHATS) await writeMeta(database, 'olderChats', 'start');
  }
  // First: a chat that was deleted may have been begun again under its id.
  for (const chatId of removed) await removeChat(database, chatId);
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
  ]);
}

/**
 * Adds chats that are not on the device, and keeps where the next ones start unless `next` is missing. Returns how many were added; undefined
 * when the reply is late: the device has pulled further, or follows another epoch.
 */
export const addOlderChats = (
  database: UserDatabase,
  { epoch, seq, chats }: Pick<OlderChats, 'epoch' | 'seq' | 'chats'>,
  next?: OlderChats['next'],
): PromiseLike<number | undefined> =>
  database.transaction('rw', [database.chats, database.meta], async () => {
    const cursor = await readMeta(database, 'cursor');
    if (cursor?.epoch !== epoch || (cursor.chats ?? 0) > seq) return undefined;
    const known = await database.chats.bulkGet(chats.map(({ id }) => id));
    const missing = chats.filter((_, index) => known[index] === undefined);
    await database.chats.bulkAdd(missing);
    if (next !== undefined) await writeMeta(database, 'olderChats', next);
    return missing.length;
  });

const findOldestSeq = async (database: UserDatabase, chatId: string): Promise<number | undefined> =>
  (await rangeOf(database, chatId).first())?.seq;

/** Where older messages of a chat are asked for. */
export interface OldestMessage {
  /** Its `seq`; undefined if there is no message. */
  readonly seq: number | undefined;
  /** The epoch of the rows. */
  readonly epoch: string | undefined;
}

/** Finds the oldest message of a chat on the device. */
export const findOldest = (database: UserDatabase, chatId: string): PromiseLike<OldestMessage> =>
  database.transaction('r', [database.messages, database.meta], async () => ({
    seq: await findOldestSeq(database, chatId),
    epoch: (await readMeta(database, 'cursor'))?.epoch,
  }));

/**
 * Adds older messages of a chat, asked for in an epoch, if they adjoin those on the device, or if it has none. Those of an earlier epoch are
 * ignored. Returns the `seq` of the oldest message on the device then; 0 if there is none.
 */
export const addOlderMessages = (
  database: UserDatabase,
  chatId: string,
  older: readonly Message[],
  askedEpoch: string | undefined,
): PromiseLike<number> =>
  database.transaction('rw', [database.messages, database.meta], async () => {
    const oldest = await findOldestSeq(database, chatId);
    if ((await readMeta(database, 'cursor'))?.epoch !== askedEpoch) return oldest ?? 0;
    const range = lastRange(older.filter(({ seq }) => oldest === undefined || seq < oldest));
    const isJoined = oldest === undefined || range.at(-1)?.seq === oldest - 1;
    if (isJoined) await database.messages.bulkPut(range);
    return (isJoined ? range[0]?.seq : undefined) ?? oldest ?? 0;
  });

/** Adds newer messages of a chat; if messages are missing in between, the older range is dropped. */
async function addNews(database: UserDatabase, chatId: string, news: readonly Message[]): Promise<void> {
  const range = lastRange(news);
  const newest = await rangeOf(database, chatId).last();
  const [first] = range;
  if (newest && first && first.seq > newest.seq + 1) await rangeOf(database, chatId).delete();
  await database.messages.bulkPut(range);
}

async function removeChat(database: UserDatabase, chatId: string): Promise<void> {
  await Promise.all([
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

/** The newest messages without a gap. */
function lastRange(messages: readonly Message[]): Message[] {
  const sorted = messages.toSorted((a, b) => a.seq - b.seq);
  const gap = sorted.findLastIndex(({ seq }, place) => place > 0 && seq > (sorted[place - 1]?.seq ?? 0) + 1);
  return sorted.slice(Math.max(gap, 0));
}
