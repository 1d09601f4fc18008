import type { Chat, Message } from '#contract/chats/chat.ts';
import { chatIdOf, photoPath, productOfChat } from '#contract/chats/chat-path.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_CHATS_PER_PAGE, MAX_MESSAGES_PER_PAGE, MAX_NEW_CHATS_PER_DAY } from '#contract/limits.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';
import { CART_SHOP } from '../cart/cart-shop.ts';
import { findEndedLife } from '../catalog/products/life.repository.ts';
import { findOrderedProduct } from '../orders/order.repository.ts';
import { previewPath } from '../images/image-paths.ts';
import { findUser } from '../identity/user.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { presentChat, presentMessage } from './chat-feed.ts';
import {
  findChat,
  findChatProduct,
  findMember,
  insertChat,
  listMemberChats,
  listMembers,
  listStartTimes,
  tickChatClock,
  touchMembers,
  updateChat,
  updateReadSeq,
} from './chat.repository.ts';
import type { ChatMember, ChatRow } from './chat.repository.ts';
import { UNLIMITED_MESSAGES } from './message-rate.ts';
import type { MessageAllowance } from './message-rate.ts';
import { findSentMessage, insertMessage, listMessages } from './message.repository.ts';
import type { MessageRange } from './message.repository.ts';
import { claimPhotos } from './photo.repository.ts';

const DAY_MS = 86_400_000;
/** A message to a chat that a restored server has lost is tried again after this time. */
const LOST_CHAT_RETRY_SECONDS = 60;

/** A new message with its recipients. */
export interface SentMessage {
  readonly chat: ChatRow;
  readonly message: Message;
  readonly sender: ChatMember;
  /** All members, including the sender. */
  readonly members: readonly ChatMember[];
}

/**
 * The rules of chats. Changes run within the caller's unit, which excludes other units of the same user and chat; members' devices are poked
 * after its commit. A chat of other users is indistinguishable from a missing one.
 */
export interface ChatsService {
  /**
   * Starts a buyer's chat about a product, or finds the existing one. Only a buyer who has ordered a deleted product may start a chat about
   * it. `seenLife`: the life of the product that the buyer saw; without it, the chat is about whichever product has the id, or had it last.
   * `seq`: the number from which on the buyer's chats include the chat, 0 for an existing one.
   * @throws ApiError not-found (no such product), too-many-requests (daily limit of new chats), unauthorized (deleted user)
   */
  start(
    unit: WriteUnit,
    buyer: string,
    productId: number,
    seenLife?: number,
  ): Promise<{ readonly id: string; readonly seq: number }>;
  /**
   * Returns a user's membership before they add to a chat. Starts a buyer's missing chat: their device may know it from an epoch that ended
   * when a backup was restored.
   * @throws ApiError not-found (no member, or no such product), too-many-requests, unauthorized
   */
  ensureMember(unit: WriteUnit, chatId: string, sub: string): Promise<ChatMember>;
  /**
   * Adds a message to a chat, once per message id, and takes it from the allowance. `seq`: the number from which on each member's chats include it.
   * @throws ApiError not-found, not-ready (a staff member's message to a chat that the buyer has not begun), photo-missing,
   * too-many-requests, unauthorized
   */
  send(
    unit: WriteUnit,
    sub: string,
    message: MutationArgs<'sendMessage'>,
    allowance?: MessageAllowance,
  ): Promise<{ readonly message: Message; readonly seq: number }>;
  /**
   * Marks a chat as read up to a message, or up to the newest one; marks never go back. Returns the number from which on the user's chats
   * include the mark, 0 when nothing changed.
   * @throws ApiError not-found
   */
  markRead(unit: WriteUnit, sub: string, mark: { readonly chat_id: string; readonly seq?: number }): Promise<number>;
  /** Gets a user's membership. @throws ApiError not-found when the user is no member or there is no such chat */
  requireMember(db: Queryable, chatId: string, sub: string): Promise<ChatMember>;
  /** Lists a user's chats, newest message first. */
  listChats(db: Queryable, sub: string, limit?: number): Promise<Chat[]>;
  /** Lists messages of a chat before or after a `seq`, or its newest ones, oldest first. */
  listMessages(db: Queryable, chatId: string, range?: Partial<MessageRange>): Promise<Message[]>;
  /** Lists the buyer, then the staff. */
  listMembers(db: Queryable, chatId: string): Promise<readonly ChatMember[]>;
}

export interface ChatsServiceOptions {
  /** Users who answer buyers. */
  readonly listStaff: (db: Queryable) => Promise<readonly string[]>;
  /** The staff member who is shown to buyers as the seller. */
  readonly sellerSub: string | undefined;
  /** Called after the commit of each new message; must not throw. */
  readonly onSent?: (sent: SentMessage) => void;
  /** Time in ms. */
  readonly now: () => number;
}

export function createChatsService(options: ChatsServiceOptions): ChatsService {
  const { listStaff, sellerSub, onSent, now } = options;

  const requireMember: ChatsService['requireMember'] = async (db, chatId, sub) => {
    const member = await findMember(db, chatId, sub);
    if (!member) throw new ApiError('not-found');
    return member;
  };

  /** Sets a change's number for the members, who are poked after the commit. */
  const touch = async (unit: WriteUnit, chatId: string, clock: number): Promise<readonly ChatMember[]> => {
    await touchMembers(unit.trx, chatId, clock);
    const members = await listMembers(unit.trx, chatId);
    unit.publish({ type: 'chat-changed', chatId, members: members.map(({ sub }) => sub), seq: clock });
    return members;
  };

  const start: ChatsService['start'] = async (unit, buyer, productId, seenLife) => {
    const { trx } = unit;
    const product = await findChatProduct(trx, productId);
    const life = seenLife ?? product?.life ?? (await findEndedLife(trx, CART_SHOP, productId));
    const id = chatIdOf(buyer, productId, life);
    if (await findChat(trx, id)) return { id, seq: 0 };
    const user = await findUser(trx, buyer);
    if (!user) throw new ApiError('unauthorized');
    if (life === undefined) throw new ApiError('not-found');
    const about =
      product?.life === life
        ? presentProduct(productId, product)
        : await findOrderedProduct(trx, buyer, productId, life);
    if (!about) throw new ApiError('not-found');
    const created_at = now();
    limitNewChats(await listStartTimes(trx, buyer, created_at - DAY_MS), created_at);
    const seq = await tickChatClock(trx);
    const join = { chat_id: id, joined_seq: seq, seq };
    const staff = await listStaff(trx);
    await insertChat(
      trx,
      {
        id,
        buyer_sub: buyer,
        product_id: productId,
        life,
        ...about,
        buyer_name: user.name,
        seller_sub: sellerSub === undefined || sellerSub === buyer ? '' : sellerSub,
        created_at,
      },
      [
        { ...join, sub: buyer, role: 'buyer' },
        // A staff member who buys is the buyer in that chat.
        ...staff.filter((sub) => sub !== buyer).map((sub) => ({ ...join, sub, role: 'staff' as const })),
      ],
    );
    await touch(unit, id, seq);
    return { id, seq };
  };

  const ensureMember: ChatsService['ensureMember'] = async (unit, chatId, sub) => {
    const member = await findMember(unit.trx, chatId, sub);
    if (member) return member;
    const product = productOfChat(chatId, sub);
    if (!product) throw new ApiError('not-found');
    await start(unit, sub, product.productId, product.life);
    return requireMember(unit.trx, chatId, sub);
  };

  /** Staff members may know a chat from before a restore. Only its buyer may begin it again; until then the message waits. */
  const isOfLostChat = async (db: Queryable, error: unknown, chatId: string, sub: string): Promise<boolean> =>
    error instanceof ApiError &&
    error.code === 'not-found' &&
    !productOfChat(chatId, sub) &&
    (await listStaff(db)).includes(sub) &&
    !(await findChat(db, chatId));

  return {
    start,
    ensureMember,

    async send(unit, sub, { chat_id, message_id, content, images }, allowance = UNLIMITED_MESSAGES) {
      const { trx } = unit;
      const sender = await ensureMember(unit, chat_id, sub).catch(async (error: unknown) => {
        throw (await isOfLostChat(trx, error, chat_id, sub)) ? lostChatError() : error;
      });
      const known = await findSentMessage(trx, chat_id, sub, message_id);
      if (known) return { message: presentMessage(known), seq: known.clock };
      const retryAfterSeconds = allowance.take();
      if (retryAfterSeconds !== undefined) throw new ApiError('too-many-requests', undefined, { retryAfterSeconds });
      const chat = await findChat(trx, chat_id);
      if (!chat) throw new ApiError('not-found');
      const seq = chat.last_seq + 1;
      const photos = new Set(images);
      const claimed = await claimPhotos(trx, {
        chatId: chat_id,
        sub,
        ids: [...photos].flatMap((path) => photoIdOf(chat_id, path) ?? []),
        messageSeq: seq,
      });
      if (claimed < photos.size) throw new ApiError('photo-missing');
      // The lock is held until the commit.
      const clock = await tickChatClock(trx);
      const created_at = Math.max(now(), chat.last_message_at ?? 0);
      const row = await insertMessage(trx, {
        chat_id,
        seq,
        id: message_id,
        sender_sub: sub,
        content,
        images: JSON.stringify(images),
        created_at,
        clock,
      });
      const last = {
        last_seq: seq,
        ...(sender.role === 'buyer' ? { last_buyer_seq: seq } : { last_staff_seq: seq }),
        last_content: content,
        last_photos: images.length,
        last_sender_sub: sub,
        last_message_at: created_at,
      };
      await updateChat(trx, chat_id, last);
      const members = await touch(unit, chat_id, clock);
      const message = presentMessage(row);
      unit.afterCommit(() => onSent?.({ chat: { ...chat, ...last }, message, sender, members }));
      return { message, seq: clock };
    },

    async markRead(unit, sub, { chat_id, seq }) {
      const { trx } = unit;
      const member = await requireMember(trx, chat_id, sub);
      const chat = await findChat(trx, chat_id);
      if (!chat) throw new ApiError('not-found');
      const read_seq = Math.min(seq ?? chat.last_seq, chat.last_seq);
      if (read_seq <= member.read_seq) return 0;
      const clock = await tickChatClock(trx);
      await updateReadSeq(trx, chat_id, sub, read_seq);
      const side = member.role === 'buyer' ? 'buyer_read_seq' : 'staff_read_seq';
      if (read_seq > chat[side]) await updateChat(trx, chat_id, { [side]: read_seq });
      await touch(unit, chat_id, clock);
      return clock;
    },

    requireMember,

    listChats: async (db, sub, limit = MAX_CHATS_PER_PAGE) => (await listMemberChats(db, sub, limit)).map(presentChat),

    listMessages: async (db, chatId, { before, after, limit = MAX_MESSAGES_PER_PAGE } = {}) =>
      (await listMessages(db, chatId, { before, after, limit })).map(presentMessage),

    listMembers,
  };
}

/** @throws ApiError too-many-requests when a buyer has reached the daily limit of new chats */
function limitNewChats(startTimes: readonly number[], nowMs: number): void {
  const [first] = startTimes.slice(-MAX_NEW_CHATS_PER_DAY);
  if (startTimes.length < MAX_NEW_CHATS_PER_DAY || first === undefined) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((first + DAY_MS - nowMs) / 1_000));
  throw new ApiError('too-many-requests', undefined, { retryAfterSeconds });
}

/** Returns the photo id of a path; undefined for a path of another chat. */
function photoIdOf(chatId: string, path: string): string | undefined {
  const id = /([\w-]+)\.webp$/.exec(path)?.[1];
  return id !== undefined && path === photoPath(chatId, id) ? id : undefined;
}

const lostChatError = (): ApiError =>
  new ApiError('not-ready', 'The buyer has not begun this chat again.', { retryAfterSeconds: LOST_CHAT_RETRY_SECONDS });

const presentProduct = (id: number, product: NonNullable<Awaited<ReturnType<typeof findChatProduct>>>) => ({
  title: product.title,
  preview: product.imagecount > 0 ? `/images/${previewPath(CART_SHOP, id, 1)}?v=${product.image_version}` : '',
  placeholder: product.placeholder,
});
