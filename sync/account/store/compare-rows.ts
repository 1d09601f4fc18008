import { digestCart, digestChats, digestOrders } from '#contract/blocks/row-digests.ts';
import type { RowDigests } from '#contract/blocks/row-digests.ts';
import { isUnchanged } from '../../database/answer.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { isWithin } from '../../database/stored-time.ts';
import type { UserDatabase } from './user-database.ts';

/** A comparison whose digests have not changed is repeated after this time, and rows are read again at most once in this time. */
const REPEAT_MS = 3_600_000;

/** Makes a new read of all rows due if they differ from the server's, at most once an hour for a lasting difference. Within a transaction. */
export async function compareRows(database: UserDatabase, digests: RowDigests, atMs: number): Promise<void> {
  const known = await readMeta(database, 'comparison');
  if (known && isUnchanged(known.digests, digests) && isWithin(known.comparedAtMs, REPEAT_MS, atMs)) return;
  const isEqual = isUnchanged(await digestRows(database, digests), digests) && (await areMessagesWhole(database));
  const { rereadAtMs = null, differences = 0, isRereadDue = false } = known ?? {};
  const isNewlyDue = !isEqual && !isRereadDue && !(rereadAtMs !== null && isWithin(rereadAtMs, REPEAT_MS, atMs));
  await writeMeta(database, 'comparison', {
    digests,
    comparedAtMs: atMs,
    rereadAtMs: isNewlyDue ? atMs : rereadAtMs,
    isRereadDue: isRereadDue || isNewlyDue,
    differences: isNewlyDue ? differences + 1 : differences,
  });
}

/** Records that all rows are being replaced: they are compared again. Within a transaction. */
export async function noteReread(database: UserDatabase): Promise<void> {
  const known = await readMeta(database, 'comparison');
  if (known) await writeMeta(database, 'comparison', { ...known, isRereadDue: false, comparedAtMs: 0 });
}

/** Records that an answer without digests has changed rows: the next ones are compared even if unchanged. Within a transaction. */
export async function noteOtherChange(database: UserDatabase): Promise<void> {
  const known = await readMeta(database, 'comparison');
  if (known) await writeMeta(database, 'comparison', { ...known, comparedAtMs: 0 });
}

async function digestRows(database: UserDatabase, { chats }: RowDigests): Promise<RowDigests> {
  return {
    cart: digestCart(await database.cart.orderBy('place').toArray()),
    orders: digestOrders(await database.orders.toArray()),
    ...(chats !== undefined && { chats: digestChats(await database.chats.toArray()) }),
  };
}

/** Whether the stored messages of each chat are one gapless range up to the chat's newest. Chats without messages load them when opened. */
async function areMessagesWhole(database: UserDatabase): Promise<boolean> {
  const newest = new Map((await database.chats.toArray()).map(({ id, last_seq }) => [id, last_seq]));
  const ranges = Map.groupBy(await database.messages.orderBy('[chat_id+seq]').primaryKeys(), ([chatId]) => chatId);
  return [...ranges].every(([chatId, keys]) => {
    const [first = 0, last = 0] = [keys[0]?.[1], keys.at(-1)?.[1]];
    return last === newest.get(chatId) && last - first + 1 === keys.length;
  });
}
