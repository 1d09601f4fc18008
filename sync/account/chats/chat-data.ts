import { chatIdOf, photoPath } from '#contract/chats/chat-path.ts';
import { MAX_CHAT_PHOTO_BYTES, MAX_MESSAGE_LENGTH, MAX_MESSAGE_PHOTOS } from '#contract/limits.ts';
import { createTextSearch, toSearchable } from '#contract/text/text-search.ts';
import { trimMessage } from '#contract/text/trim-message.ts';
import { readMeta } from '../../database/meta-table.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { initialOperationState, removePhoto } from '../outbox/message-photos.ts';
import { changedChat, createOutboxRecord, createWriteIdentity } from '../../api/outbox-record.ts';
import { addOperations, listOpen, OUTBOX_TABLES } from '../../outbox/operations-table.ts';
import type { ChatData, ChatView, Draft, MessageHit, MessagePage } from '../../api/account-api.ts';
import { listReadMarks, overlayChats, findOlderChats, overlayMessages, readChats, readMessages } from './read-chats.ts';

/** Maximum number of search results. */
const MAX_HITS = 100;
const NO_DRAFT: Draft = { content: '', photos: [] };
// As in the contract: line breaks and tabs are part of a text; other control characters are not.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

export interface ChatDataOptions {
  readonly user: string;
  readonly run: <T>(operation: (database: UserDatabase) => PromiseLike<T>) => Promise<T>;
  /** Called when operations are durable. */
  readonly onEnqueued: () => void;
}

/** Opens the chats of a signed-in user for the page. */
export function openChatData({ user, run, onEnqueued }: ChatDataOptions): ChatData {
  // `query` must be async: Dexie keeps only async functions in their transaction across an await.
  const read = <T>(query: (database: UserDatabase) => Promise<T>): Promise<T> =>
    run((db) => db.transaction('r', [db.chats, db.messages, db.drafts, db.operations], async () => query(db)));

  return {
    list: () => read(async (db) => overlayChats(user, await readChats(db, user))),
    find: (chatId) => read(async (db) => overlayChats(user, await readChats(db, user, chatId))[0]),
    hasOlder: () => run(async (db) => (await findOlderChats(db)) !== null),
    messages: (chatId, count) => read((db) => readPage(db, user, chatId, count)),
    search: (words, chatId) => read((db) => search(db, user, words, chatId)),
    async start(product) {
      const { product_id, life = 0 } = product;
      const chatId = chatIdOf(user, product_id, life);
      const operation = createOutboxRecord(
        createWriteIdentity(),
        { name: 'startChat', args: { product_id, life } },
        null,
        { about: product },
      );
      const hasAdded = await run((db) =>
        db.transaction('rw', [db.chats, ...OUTBOX_TABLES], async () => {
          if (await db.chats.get(chatId)) return false;
          const known = (await listOpen(db)).find(
            ({ mutation }) => mutation.name === 'startChat' && changedChat(mutation, user) === chatId,
          );
          if (known && known.id !== operation.id && known.state !== 'rejected') return false;
          if (known?.state === 'rejected') await db.operations.delete(known.id);
          await addOperations(db, [operation]);
          return true;
        }),
      );
      if (hasAdded) onEnqueued();
      return chatId;
    },
    async send(chatId, draft) {
      const args = { chat_id: chatId, message_id: crypto.randomUUID(), ...prepareMessage(draft) };
      const operation = createOutboxRecord(createWriteIdentity(), { name: 'sendMessage', args }, null);
      await run((db) =>
        db.transaction('rw', [...OUTBOX_TABLES, db.photos, db.drafts], async () => {
          const known = await db.photos.where('path').anyOf(args.images).count();
          if (known < args.images.length) throw new RangeError('a photo of the message is not on this device');
          const state = await initialOperationState(db, operation.mutation);
          await addOperations(db, [{ ...operation, state }]);
          await db.drafts.delete(chatId);
        }),
      );
      onEnqueued();
    },
    async markRead(chatId, seq) {
      const identity = createWriteIdentity();
      const hasAdded = await run((db) =>
        db.transaction('rw', [db.chats, ...OUTBOX_TABLES], async () => {
          const chat = await db.chats.get(chatId);
          const known = (await listOpen(db)).filter(
            ({ mutation }) => mutation.name === 'markChatRead' && mutation.args.chat_id === chatId,
          );
          const stored = known.find((mark) => mark.id === identity.id);
          if (stored) {
            await addOperations(db, [stored]);
            return true;
          }
          const upTo = Math.min(seq, chat?.last_seq ?? 0);
          if (upTo <= Math.max(chat?.read_seq ?? 0, listReadMarks(known).get(chatId) ?? 0)) return false;
          // A deleted mark may be being sent. Whether or not it takes effect, the new mark goes further.
          await db.operations.bulkDelete(known.flatMap((mark) => (mark.state === 'waiting' ? [mark.id] : [])));
          const mutation = { name: 'markChatRead', args: { chat_id: chatId, seq: upTo } } as const;
          await addOperations(db, [createOutboxRecord(identity, mutation, null)]);
          return true;
        }),
      );
      if (hasAdded) onEnqueued();
    },
    replies: async () => (await run((db) => readMeta(db, 'replies')))?.replies ?? [],
    draft: async (chatId) => (await run((db) => db.drafts.get(chatId))) ?? NO_DRAFT,
    saveDraft: (chat_id, { content, photos, products = [] }) =>
      run(async (db) => {
        if (content === '' && photos.length === 0 && products.length === 0) await db.drafts.delete(chat_id);
        else await db.drafts.put({ chat_id, content, photos, ...(products.length > 0 && { products }) });
      }),
    async addPhoto(chatId, blob) {
      if (blob.size > MAX_CHAT_PHOTO_BYTES) throw new RangeError(`a photo has at most ${MAX_CHAT_PHOTO_BYTES} bytes`);
      const { id, atMs } = createWriteIdentity();
      const path = photoPath(chatId, id);
      await run((db) => db.photos.put({ path, blob, bytes: blob.size, kind: 'own', keptAtMs: atMs }));
      return path;
    },
    removePhoto: (path) => run((db) => removePhoto(db, path)),
    photo: async (path) => (await run((db) => db.photos.get(path)))?.blob,
  };
}

/** Returns a message as the server accepts it: trimmed, without control characters. @throws RangeError for a message outside the limits */
function prepareMessage({ content, photos }: Omit<Draft, 'products'>): { content: string; images: string[] } {
  const text = trimMessage(content.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL_CHARACTERS, '').toWellFormed());
  if (text === '' && photos.length === 0) throw new RangeError('a message needs a text or a photo');
  if ([...text].length > MAX_MESSAGE_LENGTH)
    throw new RangeError(`a message has at most ${MAX_MESSAGE_LENGTH} characters`);
  if (photos.length > MAX_MESSAGE_PHOTOS) throw new RangeError(`a message has at most ${MAX_MESSAGE_PHOTOS} photos`);
  return { content: text, images: [...photos] };
}

async function readPage(database: UserDatabase, user: string, chatId: string, count: number): Promise<MessagePage> {
  const { chats, operations, arrived } = await readChats(database, user, chatId);
  const rows = await readMessages(database, chatId, count + 1);
  const known = new Map(chats.map((chat) => [chat.id, chat]));
  const messages = overlayMessages(user, rows, operations, { chats: known, arrived });
  const first = rows[0]?.seq ?? (known.get(chatId)?.last_seq ?? 0) + 1;
  const older = messages.length > count ? 'device' : first > 1 ? 'server' : 'none';
  return { messages: count === 0 ? [] : messages.slice(-count), older };
}

async function search(
  database: UserDatabase,
  user: string,
  words: string,
  chatId: string | undefined,
): Promise<MessageHit[]> {
  const wanted = words.split(/\s+/).filter(Boolean).map(createTextSearch);
  if (wanted.length === 0) return [];
  const rows = await readChats(database, user, chatId);
  const known = new Map(rows.chats.map((chat) => [chat.id, chat]));
  const views = new Map<string, ChatView>(overlayChats(user, rows).map((chat) => [chat.id, chat]));
  const holdsAll = ({ content }: { readonly content: string }): boolean => {
    const text = toSearchable(content);
    return wanted.every((holds) => holds(text));
  };
  const messages =
    chatId === undefined ? database.messages.toArray() : readMessages(database, chatId, Number.MAX_SAFE_INTEGER);
  const found = (await messages).filter(holdsAll);
  return overlayMessages(user, found, rows.operations, { chats: known, arrived: rows.arrived })
    .filter(holdsAll)
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp) || (b.seq ?? Infinity) - (a.seq ?? Infinity))
    .flatMap((message) => {
      const chat = views.get(message.chat_id);
      return chat ? [{ chat, message }] : [];
    })
    .slice(0, MAX_HITS);
}
