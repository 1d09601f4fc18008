import type { Chat, Message } from '#contract/chats/chat.ts';
import { chatIdOf, photoPath } from '#contract/chats/chat-path.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';

/** Few, so that a short history has several pages. */
const PAGE_SIZE = 4;
const FIRST = 3;

interface ServerChat {
  readonly buyer: string;
  readonly productId: number;
  readonly startedAt: number;
  changedAt: number;
  readonly messages: { readonly message: Message; readonly clock: number }[];
  /** How far each member has read. */
  readonly read: Map<string, number>;
}

/** Chats of a shop with one seller, in memory: what tests hold devices against. */
export class ChatServer {
  readonly seller = 'sam';
  readonly chats = new Map<string, ServerChat>();
  /** Bytes of each photo that was uploaded, by path. */
  readonly photos = new Map<string, string>();
  /** Paths in the order in which they were uploaded, repetitions included. */
  readonly uploads: string[] = [];
  #clock = 0;

  get clock(): number {
    return this.#clock;
  }

  start(sub: string, { product_id }: MutationArgs<'startChat'>): number {
    const id = chatIdOf(sub, product_id);
    const known = this.chats.get(id);
    if (known) return known.startedAt;
    const at = ++this.#clock;
    this.chats.set(id, {
      buyer: sub,
      productId: product_id,
      startedAt: at,
      changedAt: at,
      messages: [],
      read: new Map(),
    });
    return at;
  }

  /** The number from which on rows include the message, or why it is refused. */
  send(sub: string, { chat_id, message_id, content, images }: MutationArgs<'sendMessage'>): number | string {
    const chat = this.#findOf(sub, chat_id);
    if (!chat) return 'not-found';
    const known = chat.messages.find(({ message }) => message.id === message_id && message.sender_google_id === sub);
    if (known) return known.clock;
    if (images.some((path) => !this.photos.has(path))) return 'photo-missing';
    const clock = ++this.#clock;
    const seq = chat.messages.length + 1;
    const timestamp = new Date(Date.UTC(2026, 0, 1) + clock * 1_000).toISOString();
    const message = { id: message_id, chat_id, seq, sender_google_id: sub, content, images, timestamp };
    chat.messages.push({ message, clock });
    chat.changedAt = clock;
    return clock;
  }

  mark(sub: string, { chat_id, seq }: MutationArgs<'markChatRead'>): number | string {
    const chat = this.#findOf(sub, chat_id);
    if (!chat) return 'not-found';
    const upTo = Math.min(seq, chat.messages.length);
    if (upTo <= (chat.read.get(sub) ?? 0)) return 0;
    chat.read.set(sub, upTo);
    chat.changedAt = ++this.#clock;
    return chat.changedAt;
  }

  upload(sub: string, chatId: string, photoId: string, bytes: string): string | undefined {
    if (!this.#findOf(sub, chatId)) return undefined;
    const path = photoPath(chatId, photoId);
    this.photos.set(path, bytes);
    this.uploads.push(path);
    return path;
  }

  /** Messages before a place, the oldest of them first; undefined for whom they do not concern. */
  listBefore(sub: string, chatId: string, before: number, limit: number): Message[] | undefined {
    return this.#findOf(sub, chatId)
      ?.messages.map(({ message }) => message)
      .filter(({ seq }) => seq < before)
      .slice(-limit);
  }

  /** What changed of a member's chats, in pages; those that are new to the device come with their newest messages only. */
  changes(sub: string, after: number): AccountChanges['chats'] {
    const mine = [...this.chats].filter(([, chat]) => this.#isMember(sub, chat));
    const numbers = mine
      .flatMap(([, { messages, changedAt }]) => [changedAt, ...messages.map(({ clock }) => clock)])
      .filter((clock) => clock > after)
      .toSorted((a, b) => a - b);
    const isPaged = after > 0 && numbers.length > PAGE_SIZE;
    const seq = isPaged ? (numbers[PAGE_SIZE - 1] ?? this.#clock) : this.#clock;
    const isNew = ({ startedAt }: ServerChat): boolean => startedAt > after;
    const messages = mine.flatMap(([, chat]) => {
      const upTo = chat.messages.filter(({ clock }) => clock <= seq);
      return isNew(chat) && after === 0 ? upTo.slice(-FIRST) : upTo.filter(({ clock }) => clock > after);
    });
    const named = new Set(messages.map(({ message }) => message.chat_id));
    return {
      seq,
      changed: mine
        .filter(([id, { startedAt, changedAt }]) => named.has(id) || (changedAt > after && startedAt <= seq))
        .map(([id]) => this.view(sub, id)),
      messages: messages.map(({ message }) => message),
      removed: [],
      isReset: after === 0,
      more: isPaged,
    };
  }

  /** A chat as one of its members sees it. */
  view(sub: string, id: string): Chat {
    const chat = this.chats.get(id);
    if (!chat) throw new Error(`There is no chat ${id}`);
    const messages = chat.messages.map(({ message }) => message);
    const last = messages.at(-1);
    const read_seq = chat.read.get(sub) ?? 0;
    const isBuyer = sub === chat.buyer;
    const unread = messages.filter(
      ({ seq, sender_google_id }) => seq > read_seq && (sender_google_id === chat.buyer) !== isBuyer,
    );
    const peers = [...chat.read].filter(([member]) => (member === chat.buyer) !== isBuyer);
    return {
      id,
      product_id: chat.productId,
      title: `T${chat.productId}`,
      preview: '',
      placeholder: '',
      buyer_name: chat.buyer,
      buyer_google_id: chat.buyer,
      seller_google_id: this.seller,
      last_message: last?.content ?? '',
      last_message_photos: last?.images.length ?? 0,
      last_message_time: last?.timestamp ?? null,
      last_sender_google_id: last?.sender_google_id ?? '',
      created_at: '2026-01-01T00:00:00.000Z',
      has_unread_messages: unread.length > 0,
      unread_count: unread.length,
      last_seq: messages.length,
      read_seq,
      peer_read_seq: Math.max(0, ...peers.map(([, seq]) => seq)),
    };
  }

  #findOf(sub: string, id: string): ServerChat | undefined {
    const chat = this.chats.get(id);
    return chat && this.#isMember(sub, chat) ? chat : undefined;
  }

  #isMember(sub: string, { buyer }: ServerChat): boolean {
    return sub === buyer || sub === this.seller;
  }
}
