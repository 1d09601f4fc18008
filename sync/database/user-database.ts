import { Dexie } from 'dexie';
import type { EntityTable, Table } from 'dexie';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import type { CartLine } from '#contract/cart.ts';
import type { Chat, Message } from '#contract/chat.ts';
import type { Order } from '#contract/order.ts';
import type { AccountSyncState, Draft } from '../account/account-api.ts';
import type { OutboxRecord } from '../outbox/outbox-record.ts';
import type { MetaTable } from './meta-table.ts';

/** Version of the layout of a user's database as Dexie counts it; the browser counts tenths of it. */
const USER_LAYOUT = 2;
const USER_BROWSER_VERSION = USER_LAYOUT * 10;

/** Tables and their keys and indexes; the first is the key. */
const USER_TABLES = {
  cart: 'place',
  orders: 'id',
  chats: 'id',
  messages: '[chat_id+seq], [chat_id+id]',
  // What photos of a kind take is added up from the index, without touching the pictures.
  photos: 'path, [kind+keptAtMs+bytes]',
  drafts: 'chat_id',
  outbox: '++op, state',
  purchases: 'line',
  meta: 'key',
} as const;

/** A line of the cart as the server confirmed it, at its place among the others. */
export interface ConfirmedLine extends CartLine {
  place: number;
}

/** A purchase of which nobody knows what became. */
export interface PurchaseAttempt {
  /** The line of the cart that is bought. */
  line: string;
  /** What was sent, as JSON. */
  body: string;
  /** The idempotency key under which it was sent. */
  key: string;
  /** Device time in ms. */
  startedAtMs: number;
}

/** A picture of a chat. */
export interface StoredPhoto {
  path: string;
  blob: Blob;
  bytes: number;
  /**
   * `own`: on this device alone, `uploaded`: on the server for a message that has not arrived there; neither may go. `fetched`: can be had
   * again.
   */
  kind: 'own' | 'uploaded' | 'fetched';
  /** Device time in ms. */
  keptAtMs: number;
}

/** What is written into a chat and not sent. */
export interface StoredDraft extends Draft {
  chat_id: string;
}

/** How far the device knows the user's rows. */
export interface AccountCursor {
  readonly epoch: string;
  readonly cart: number;
  readonly orders: number;
  readonly chats: number;
}

/** The cursor of a device that knows nothing. */
export const INITIAL_CURSOR: AccountCursor = { epoch: '', cart: 0, orders: 0, chats: 0 };

/** Single values of a user's database, by key. */
export interface UserMeta {
  /** The id of this outbox, made with the database: operations of a new database never take the numbers of an older one. */
  client: string;
  /** Earlier layouts knew no chats. */
  cursor: Omit<AccountCursor, 'chats'> & Partial<AccountCursor>;
  state: AccountSyncState;
  /** The session must still be ended on the server; in the visitor's database. */
  revocation: true;
}

export interface UserDatabaseOptions {
  /** Before the database's name; tests keep devices apart by it. */
  readonly prefix?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** A newer version of the app has the database, or wants it: this one is not to read or write there any more. */
  readonly onOutdated?: () => void;
}

/**
 * What one user, or a visitor, has on this device: confirmed rows, and the outbox with what the server has not decided. A write is on the
 * disk before anybody is told that it is done. A new layout may drop the rows, which can be fetched again, but never the outbox.
 */
export class UserDatabase extends Dexie {
  cart!: EntityTable<ConfirmedLine, 'place'>;
  orders!: EntityTable<Order, 'id'>;
  chats!: EntityTable<Chat, 'id'>;
  /** Of each chat one range of places without a gap, up to the newest that the device knows. */
  messages!: Table<Message, [string, number]>;
  photos!: EntityTable<StoredPhoto, 'path'>;
  drafts!: EntityTable<StoredDraft, 'chat_id'>;
  outbox!: EntityTable<OutboxRecord, 'op'>;
  purchases!: EntityTable<PurchaseAttempt, 'line'>;
  meta!: MetaTable<UserMeta>;

  constructor(sub: string | null, { prefix = '', onOutdated, ...idb }: UserDatabaseOptions = {}) {
    super(`${prefix}${userDatabaseName(sub)}`, { chromeTransactionDurability: 'strict', cache: 'disabled', ...idb });
    this.version(USER_LAYOUT).stores(USER_TABLES);
    const refuseNewer = (): void => {
      if (this.backendDB().version === USER_BROWSER_VERSION) return;
      onOutdated?.();
      throw new Dexie.VersionError('A newer version of the app has made this database');
    };
    // Dexie itself opens a newer layout, too; each time, not only at first.
    this.on('ready', refuseNewer, true);
  }
}
