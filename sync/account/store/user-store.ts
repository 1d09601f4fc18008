import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { INITIAL_CURSOR } from './user-database.ts';
import type { AccountCursor, UserDatabase } from './user-database.ts';
import { identifyOutbox, listOperations, repeatOperations, skipNumbers } from '../outbox/operations-table.ts';
import type { OutboxRecord, Rejection } from '../../api/outbox-record.ts';
import type { AccountSyncState } from '../../api/account-api.ts';
import { createWriteIdentity } from '../../api/write-identity.ts';
import { applyChats, clearChats } from '../chats/apply-chats.ts';
import { applyResults, confirmIncluded, hasUndecidedRepeats } from './apply-results.ts';
import { compareRows, noteReread } from './compare-rows.ts';
import { noteRepliesVersion } from './note-replies-version.ts';
import { UserDatabaseHandle } from './user-database-handle.ts';

/** Raised when stored orders get a member that the screens need. 1: address and product's life. */
const ORDER_FORM = 1;

/** The outcome of an exchange with the server. */
export interface Exchange {
  readonly results: readonly OperationResult[];
  /** Numbers up to this one must not be used for new operations. */
  readonly forgotten?: number | undefined;
  /** Missing for a visitor. */
  readonly changes: AccountChanges | undefined;
  /** The cursor that was sent: changes of another one are late, and are ignored. */
  readonly asked: AccountCursor | undefined;
  /** The epoch that the device's operations followed when it was sent. */
  readonly followed?: string | undefined;
  /** Leaves the confirmed cart as it is: one that may already include a pending addition would count it twice. */
  readonly keepsCart: boolean;
  /** Device time in ms. */
  readonly atMs: number;
}

/** What an exchange with the server says besides its operations. */
export interface ExchangeContext {
  /** The id of this outbox. */
  readonly client: string;
  /** The cursor of the rows. */
  readonly asked: AccountCursor;
  /** The cursor as it is sent: by it alone a server whose data was put back recognises that, so that it goes along when all rows are read again. */
  readonly sent: AccountCursor & { readonly reread?: 1 };
  /** The epoch that new operations follow; undefined before the first exchange. */
  readonly epoch: string | undefined;
  /** The number up to which all operations of the outbox are decided. */
  readonly acknowledged: number;
}

/** A user's database, or the visitor's, as the worker writes it. Older data never overwrites newer data. */
export class UserStore extends UserDatabaseHandle {
  /** The id of this outbox. */
  client(): Promise<string> {
    const { id } = createWriteIdentity();
    return this.run((database) => database.transaction('rw', database.meta, async () => identifyOutbox(database, id)));
  }

  async cursor(): Promise<AccountCursor> {
    return this.run(readCursor);
  }

  /** Operations to send, which the server has not decided, oldest first. */
  async listWaiting(): Promise<OutboxRecord[]> {
    const operations = await this.run(listOperations);
    return operations.filter(({ state, seq }) => seq === null && (state === 'waiting' || state === 'repeated'));
  }

  /** Reads, as one moment, what an exchange with the server says besides its operations. */
  async exchangeContext(): Promise<ExchangeContext> {
    const { client, ...context } = await this.run((database) =>
      database.transaction('r', [database.operations, database.meta], async () => readContext(database)),
    );
    return { client: client ?? (await this.client()), ...context };
  }

  /** The number of the newest operation in the outbox; 0 if there is none. */
  async newestOperation(): Promise<number> {
    const newest = await this.run((database) => database.operations.orderBy('number').last());
    return newest?.number ?? 0;
  }

  /**
   * Applies the server's decisions and changes in one transaction: no read sees one without the other. Returns false when another pull is
   * necessary: the changes came too late or have more pages, or the rows differ from the server's.
   */
  apply({ results, forgotten = 0, changes, asked, followed, keepsCart, atMs }: Exchange): Promise<boolean> {
    const identities = results.map(createWriteIdentity);
    return this.run((database) =>
      database.transaction('rw', withoutPurchases(database), async () => {
        const before = await readCursor(database);
        const isInTime = asked !== undefined && isSameCursor(asked, before);
        const following = (await readMeta(database, 'repeatedFor')) ?? before.epoch;
        if (changes && isOfThePast(before, changes.epoch, { isInTime, following, followed })) return false;
        const news = isInTime ? changes : undefined;
        const hasRows = before.epoch !== INITIAL_CURSOR.epoch;
        if (news && hasRows && following !== news.epoch) await repeatOperations(database, news.epoch);
        await skipNumbers(database, forgotten);
        // Rows of a restored server may lack what is sent again: they are adopted once all of it is decided.
        const keepsRows = keepsCart && news && hasRows && before.epoch !== news.epoch;
        const isAdopted = !keepsRows && !(await hasUndecidedRepeats(database, results));
        const cursor = news && isAdopted ? await applyChanges(database, before, news, keepsCart) : before;
        // Numbers of a new epoch cannot be compared with the cursor of the last one.
        const rows = isAdopted ? cursor : undefined;
        await applyResults(database, results, { cursor: rows, atMs, identities });
        if (rows) await confirmIncluded(database, rows, atMs);
        if (!changes) return true;
        await writeMeta(database, 'cursor', cursor);
        if (news) await noteRepliesVersion(database, news.replies);
        // A cart that is kept is not the server's.
        if (news?.digests && isAdopted && !keepsCart) await compareRows(database, news.digests, atMs);
        const { differences = 0, isRereadDue = false } = (await readMeta(database, 'comparison')) ?? {};
        await writeMeta(database, 'state', {
          lastSyncedAtMs: atMs,
          problem: null,
          needsSignIn: false,
          ...(differences > 0 && { differences }),
        });
        return isInTime && (!isAdopted || (!isRereadDue && !changes.orders.more && !changes.chats.more));
      }),
    );
  }

  /** Marks an operation as rejected that the server cannot even read. */
  async reject(id: string, refusal: Rejection): Promise<void> {
    await this.run((database) => database.operations.update(id, { state: 'refused', refusal }));
  }

  async noteState(state: Partial<AccountSyncState>): Promise<void> {
    await this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        const known = await readMeta(database, 'state');
        await writeMeta(database, 'state', {
          lastSyncedAtMs: null,
          problem: null,
          needsSignIn: false,
          ...known,
          ...state,
        });
      }),
    );
  }
}

/**
 * Replaces what changed since the cursor `before`; returns the new cursor. Within a transaction of the tables. `keepsCart`: the cart is
 * left as it is.
 */
async function applyChanges(
  database: UserDatabase,
  before: AccountCursor,
  { epoch, reset = false, cart, orders, chats }: AccountChanges,
  keepsCart: boolean,
): Promise<AccountCursor> {
  const isReset = reset || epoch !== before.epoch;
  if (isReset && keepsCart && before.epoch !== INITIAL_CURSOR.epoch) return before;
  if (isReset)
    await Promise.all([database.cart.clear(), database.orders.clear(), clearChats(database), noteReread(database)]);
  // Without lines the cart is unchanged.
  if (!keepsCart && cart.lines) {
    await database.cart.clear();
    await database.cart.bulkAdd(cart.lines.map((line, place) => ({ ...line, place })));
  }
  if (orders.isReset) {
    await database.orders.clear();
    await writeMeta(database, 'orderForm', ORDER_FORM);
  }
  await database.orders.bulkPut([...orders.changed]);
  await database.orders.bulkDelete([...orders.removed]);
  await applyChats(database, chats);
  return {
    epoch,
    ...(keepsCart
      ? { cart: before.cart, cartProof: before.cartProof, rereadCart: before.rereadCart }
      : { cart: cart.seq, cartProof: cart.proof }),
    orders: orders.seq,
    ordersProof: orders.proof,
    chats: chats.seq,
    chatsProof: chats.proof,
  };
}

const CART_POSITION = ['cart', 'cartProof', 'rereadCart'] as const;
const ORDERS_POSITION = ['orders', 'ordersProof', 'rereadOrders'] as const;
const CHATS_POSITION = ['chats', 'chatsProof'] as const;

const isSameCursor = (one: AccountCursor, other: AccountCursor): boolean =>
  (['epoch', ...CART_POSITION, ...ORDERS_POSITION, ...CHATS_POSITION] as const).every(
    (name) => one[name] === other[name],
  );

/**
 * Whether an answer is of an epoch that the device knows to be over, as one that a frozen tab has held: what it decided may be unknown to
 * the server of now. An answer to a device that followed the newest epoch is not: a backup that was restored has been taken back.
 */
function isOfThePast(
  before: AccountCursor,
  epoch: string,
  { isInTime, following, followed }: { isInTime: boolean; following: string; followed: string | undefined },
): boolean {
  if (before.epoch === INITIAL_CURSOR.epoch) return false;
  return epoch === before.epoch ? epoch !== following && followed !== following : !isInTime;
}

async function readContext(
  database: UserDatabase,
): Promise<Omit<ExchangeContext, 'client'> & { client?: string | undefined }> {
  const [asked, comparison, repeatedFor, client, newest, operations] = await Promise.all([
    readCursor(database),
    readMeta(database, 'comparison'),
    readMeta(database, 'repeatedFor'),
    readMeta(database, 'client'),
    readMeta(database, 'newestNumber'),
    listOperations(database),
  ]);
  const oldest = operations.find(({ state, seq }) => seq === null && state !== 'refused');
  return {
    client,
    asked,
    sent: { ...asked, ...(comparison?.isRereadDue && { reread: 1 }) },
    epoch: repeatedFor ?? (asked.epoch || undefined),
    acknowledged: oldest ? oldest.number - 1 : (newest ?? 0),
  };
}

/** Orders that an earlier version of the app has stored lack members: all are read again, once. */
async function readCursor(database: UserDatabase): Promise<AccountCursor> {
  const cursor = { ...INITIAL_CURSOR, ...(await readMeta(database, 'cursor')) };
  const hasOlder = cursor.orders > INITIAL_CURSOR.orders && (await readMeta(database, 'orderForm')) !== ORDER_FORM;
  return hasOlder ? { ...cursor, rereadOrders: ORDER_FORM } : cursor;
}

const withoutPurchases = ({ tables, purchases }: UserDatabase): UserDatabase['tables'] =>
  tables.filter(({ name }) => name !== purchases.name);
