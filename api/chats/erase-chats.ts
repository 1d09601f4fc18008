import { chatIdOf } from '#contract/chats/chat-path.ts';
import { deletePushMessagesOf } from '../push/push-message.repository.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { findChat, insertChat, listMembers, tickChatClock } from './chat.repository.ts';
import type { ChatMember, ChatRow } from './chat.repository.ts';
import { deleteChat, leaveChats, listBuyerChatIds } from './erase-chats.repository.ts';
import { saveTombstones } from './chat-tombstone.repository.ts';
import { tagOfChat } from './reply-notices.ts';

/** What stays of a deleted user. */
export interface FormerUser {
  readonly sub: string;
  readonly name: string;
}

/**
 * Deletes a buyer's chats with all messages and photos of both sides, and push messages about them that are not sent yet. Devices of the
 * staff get a tombstone for each chat. A chat with messages is replaced by an empty chat of the former user about the same product.
 * Messages that the user has written as a member of the staff stay, under the former user's id.
 */
export async function eraseChats(unit: WriteUnit, sub: string, former: FormerUser, atMs: number): Promise<void> {
  const { trx } = unit;
  for (const id of await listBuyerChatIds(trx, sub)) {
    const chat = await findChat(trx, id);
    if (!chat) continue;
    const staff = (await listMembers(trx, id)).filter(({ role }) => role === 'staff');
    const seq = await tickChatClock(trx);
    await saveTombstones(
      trx,
      staff.map((member) => ({ chat_id: id, sub: member.sub, seq, deleted_at: atMs })),
    );
    await deleteChat(trx, id);
    await deletePushMessagesOf(trx, tagOfChat(id));
    unit.publish({ type: 'chat-changed', chatId: id, members: staff.map((member) => member.sub), seq });
    if (chat.last_seq > 0) await leaveEmptyChat(unit, chat, former, staff);
  }
  await leaveChats(trx, sub, former.sub);
}

/** Adds an empty chat that names the former user, so that the staff sees why the messages are gone. */
async function leaveEmptyChat(
  unit: WriteUnit,
  { product_id, life, title, preview, placeholder, seller_sub, created_at }: ChatRow,
  former: FormerUser,
  staff: readonly ChatMember[],
): Promise<void> {
  const seq = await tickChatClock(unit.trx);
  const id = chatIdOf(former.sub, product_id, life);
  const product = { product_id, life, title, preview, placeholder };
  await insertChat(
    unit.trx,
    { id, ...product, buyer_sub: former.sub, buyer_name: former.name, seller_sub, created_at },
    [
      { chat_id: id, sub: former.sub, role: 'buyer', joined_seq: seq, seq },
      ...staff.map(({ sub }) => ({ chat_id: id, sub, role: 'staff' as const, joined_seq: seq, seq })),
    ],
  );
  unit.publish({ type: 'chat-changed', chatId: id, members: staff.map(({ sub }) => sub), seq });
}
