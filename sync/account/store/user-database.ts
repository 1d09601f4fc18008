import { Dexie } from 'dexie';
import type { EntityTable, Table } from 'dexie';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Chat, Message } from '#contract/chats/chat.ts';
import type { ChatReplies } from '#contract/http/chat-replies.ts';
import type { OlderChats } from '#contract/http/account.ts';
import type { RowDigests } from '#contract/blocks/row-digests.ts';
import type { Order } from '#contract/orders/order.ts';
import type { AccountSyncState, Draft } from '../../api/account-api.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';
import { DatabaseHandle } from '../../database/database-handle.ts';
import type { DatabaseHandleOptions } from '../../database/database-handle.ts';
import type { MetaTable } from '../../database/meta-table.ts';
import { ownLayoutOnly } from '../../database/own-layout.ts';
import { OPERATION_KEYS } from '../../outbox/outbox-database.ts';
import type { OutboxMeta } from '../../outbox/outbox-database.ts';
import { moveOutbox, OLD_OUTBOX_TABLES } from './move-outbox.ts';
import { awaitSessionDatabase, findSessionDatabase } from './user-index.ts';
import type { UserIndexOptions } from './user-index.ts';

/** Version of the layout of a user's database as Dexie counts it. */
const USER_LAYOUT = 4;

/** Tables, each with its key and then its indexes. */
const USER_TABLES = {
  cart: 'place',
  orders: 'id',
  chats: 'id',
  messages: '[chat_id+seq], [chat_id+id]',
  // The bytes of a kind are summed from the index, without reading the photos.
  photos: 'path, [kind+keptAtMs+bytes]',
  drafts: 'chat_id',
  operations: OPERATION_KEYS,
  purchases: 'line',
  meta: 'key',
} as const;

/** A line of the cart as the server confirmed it, with its position in the cart. */
export interface ConfirmedLine extends CartLine {
  place: number;
}

/** A purchase whose outcome is unknown. */
export interface PurchaseAttempt {
  line: string;
  /** What was sent, as JSON. */
  body: string;
  /** The idempotency key under which it was sent. */
  key: string;
  startedAtMs: number;
}

/** A photo of a chat. */
export interface StoredPhoto {
  path: string;
  blob: Blob;
  bytes: number;
  /** `own`: on this device only; `uploaded`: for a message that has not arrived, not evicted either; `fetched`: can be fetched again. */
  kind: 'own' | 'uploaded' | 'fetched';
  keptAtMs: number;
}

/** An unsent message of a chat. */
export interface StoredDraft extends Draft {
  chat_id: string;
}

/** The position up to which the device has the user's rows. */
export interface AccountCursor {
  readonly epoch: string;
  readonly cart: number;
  readonly orders: number;
  readonly chats: number;
  /** The server's proofs of the numbers; missing before the first reply of a server that gives them. */
  readonly cartProof?: string | undefined;
  readonly ordersProof?: string | undefined;
  readonly chatsProof?: string | undefined;
  /** Present when the whole cart must be read again. The position is sent all the same: by it, a restored server recognizes what it has lost. */
  readonly rereadCart?: number | undefined;
}

/** The cursor of a device without rows. */
export const INITIAL_CURSOR: AccountCursor = { epoch: '', cart: 0, orders: 0, chats: 0 };

/** The state before the first exchange. */
export const NEVER_SYNCED: AccountSyncState = { lastSyncedAtMs: null, problem: null, needsSignIn: false };

/** A place in the list of a user's chats, in which the chat with the newest message comes first. */
export type ChatPlace = NonNullable<OlderChats['next']>;

/** The last comparison of a user's rows with the server's. */
export interface RowComparison {
  /** The digests of the server's rows. */
  readonly digests: RowDigests;
  readonly comparedAtMs: number;
  readonly rereadAtMs: number | null;
  /** Whether all rows must be read again with the next exchange. */
  readonly isRereadDue: boolean;
  /** How often the rows differed and were read again. */
  readonly differences: number;
}

/** Single values of a user's database, by key. */
export interface UserMeta extends OutboxMeta {
  cursor: AccountCursor;
  state: AccountSyncState;
  comparison: RowComparison;
  /** Where chats older than those on the device start, null after the last; missing while the device may have all. */
  olderChats: ChatPlace | 'start' | null;
  /** How often a chat, or all rows, were removed: answers to earlier requests may be about removed rows. */
  removals: number;
  /** The staff's canned replies, and the version that the last pull named; missing for other users. */
  replies: ChatReplies & { readonly wanted: string };
  /** The session must still be revoked on the server; in the visitor's database only. */
  revocation: true;
}

export interface UserDatabaseOptions extends UserIndexOptions, Pick<DatabaseHandleOptions, 'freeSpace' | 'onSilent'> {
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** Called when a newer version of the app owns the database, or claims it: this version must not read or write it any more. */
  readonly onOutdated?: () => void;
}

/** A user's or a visitor's rows and outbox on this device. A new layout may drop the rows, which can be fetched again, but never the outbox. */
export class UserDatabase extends Dexie {
  cart!: EntityTable<ConfirmedLine, 'place'>;
  orders!: EntityTable<Order, 'id'>;
  chats!: EntityTable<Chat, 'id'>;
  /** One gapless range of `seq` per chat, up to the newest message known to the device. */
  messages!: Table<Message, [string, number]>;
  photos!: EntityTable<StoredPhoto, 'path'>;
  drafts!: EntityTable<StoredDraft, 'chat_id'>;
  operations!: Table<OutboxRecord, string>;
  purchases!: EntityTable<PurchaseAttempt, 'line'>;
  meta!: MetaTable<UserMeta>;

  /** `name`: as `findUserDatabase` returns it. */
  constructor(name: string, options: UserDatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...ownLayoutOnly(USER_LAYOUT, options) });
    this.version(USER_LAYOUT)
      .stores({ ...USER_TABLES, ...OLD_OUTBOX_TABLES })
      .upgrade(moveOutbox);
  }
}

/** The database of a user's current session, or of the visitor for null. */
export class UserDatabaseHandle extends DatabaseHandle<UserDatabase> {
  /** The user; null for the visitor. */
  readonly sub: string | null;
  readonly #options: UserDatabaseOptions;

  constructor(sub: string | null, options: UserDatabaseOptions = {}) {
    super(async () => new UserDatabase(await awaitSessionDatabase(sub, options), options), options);
    this.sub = sub;
    this.#options = options;
  }

  /** Whether this database is still that of the user's session; false once the user has signed out in any tab. */
  async isCurrent(): Promise<boolean> {
    return (await this.#findSession()) === this.name;
  }

  /** Whether the user has signed out and in again since this database was opened, in any tab. */
  async isReplaced(): Promise<boolean> {
    const current = await this.#findSession();
    return current !== undefined && current !== this.name;
  }

  async #findSession(): Promise<string | undefined> {
    const { name } = this;
    if (name === undefined || this.sub === null) return name;
    // An index that does not open is no sign of a sign-out.
    return findSessionDatabase(this.sub, this.#options).catch(() => name);
  }
}
