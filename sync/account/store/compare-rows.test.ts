import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { Chat, Message } from '#contract/chats/chat.ts';
import { digestCart, digestChats, digestOrders } from '#contract/blocks/row-digests.ts';
import { readMeta } from '../../database/meta-table.ts';
import { compareRows } from './compare-rows.ts';
import { UserDatabase } from './user-database.ts';

it.each([
  ['its newest messages', [3, 4, 5], false],
  ['no messages yet', [], false],
  ['a gap of one message', [2, 4, 5], true],
  ['all but the newest message', [3, 4], true],
  ['a message beyond the newest', [5, 6], true],
])('[OUT14] a chat with %s is read again: $2', async (_what, seqs, isDue) => {
  const database = new UserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange });
  const chat = { id: '7-alice', last_seq: 5 } as Chat;
  await database.chats.put(chat);
  await database.messages.bulkPut(seqs.map((seq) => ({ chat_id: chat.id, seq, id: `m${seq}` }) as Message));
  await compareRows(database, { cart: digestCart([]), orders: digestOrders([]), chats: digestChats([chat]) }, 1);
  expect((await readMeta(database, 'comparison'))?.isRereadDue).toBe(isDue);
  database.close();
});
