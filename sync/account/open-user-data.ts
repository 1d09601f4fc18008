import type { CartLine } from '#contract/orders/cart.ts';
import type { Order } from '#contract/orders/order.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';
import { groupWrites } from '../database/group-writes.ts';
import { readMeta } from '../database/meta-table.ts';
import { NEVER_SYNCED, UserDatabaseHandle } from './store/user-database.ts';
import type { ConfirmedLine, UserDatabase, UserDatabaseOptions } from './store/user-database.ts';
import { createOutboxRecord, createWriteIdentity, cartKey } from '../api/outbox-record.ts';
import type { NewOperation, OutboxRecord, KnownLine } from '../api/outbox-record.ts';
import { addAtOnce, addOperations, listOpen, OUTBOX_TABLES } from '../outbox/operations-table.ts';
import { UNACKNOWLEDGED } from '../outbox/outbox-database.ts';
import { initialOperationState, dropPhotos, markForReupload } from './outbox/message-photos.ts';
import type { UserData, CartLineView } from '../api/account-api.ts';
import { openChatData } from './chats/chat-data.ts';

export interface UserDataOptions extends UserDatabaseOptions {
  /** Called when operations are durable. */
  readonly onEnqueued?: () => void;
}

/** Opens the rows of a signed-in user for the page. Opens no database before the first read. */
export function openUserData(sub: string, { onEnqueued, ...options }: UserDataOptions = {}): UserData {
  const handle = new UserDatabaseHandle(sub, options);
  const run = <T>(operation: (database: UserDatabase) => PromiseLike<T>): Promise<T> => handle.run(operation);

  const add = groupWrites(async (operations: readonly NewOperation[]) => {
    await run(async (db) => {
      if (await addAtOnce(db, operations)) return;
      await db.transaction('rw', OUTBOX_TABLES, async () => addOperations(db, operations));
    });
    onEnqueued?.();
  });

  return {
    sub,
    chats: openChatData({ user: sub, run, onEnqueued: () => onEnqueued?.() }),
    cart: () =>
      run((db) =>
        db.transaction('r', [db.cart, db.operations], async () => {
          const [lines, operations] = await Promise.all([db.cart.toArray(), listOpen(db)]);
          return overlayCart(lines.map(toLine), operations);
        }),
      ),
    orders: () =>
      run((db) =>
        db.transaction('r', [db.orders, db.operations], async () =>
          overlayOrders(...(await Promise.all([db.orders.toArray(), listOpen(db)]))),
        ),
      ),
    outbox: async () =>
      (await run(listOpen)).map(({ id, mutation, createdAtMs, rejection }) => ({
        id,
        mutation,
        createdAtMs,
        rejection,
      })),
    state: async () => (await run((db) => readMeta(db, 'state'))) ?? NEVER_SYNCED,
    enqueue: (mutation, line) => add(createOutboxRecord(createWriteIdentity(), mutation, line ?? null)),
    sendAgain: (id, changed) => {
      const identity = createWriteIdentity();
      return run((db) =>
        db.transaction('rw', [...OUTBOX_TABLES, db.photos], async () => {
          const stored = await db.operations.get(identity.id);
          if (stored) return addOperations(db, [stored]);
          const rejected = await db.operations.get(id);
          if (rejected?.state !== 'rejected') return;
          if (rejected.rejection?.code === 'photo-missing') await markForReupload(db, rejected);
          // Under its old id the server would only repeat its rejection.
          await db.operations.delete(id);
          const { mutation, line, about } = rejected;
          const again = changed ?? mutation;
          const state = await initialOperationState(db, again);
          await addOperations(db, [createOutboxRecord(identity, again, line, { ...(about && { about }), state })]);
        }),
      );
    },
    discard: (id) =>
      run((db) =>
        db.transaction('rw', [db.operations, db.photos], async () => {
          const record = await db.operations.get(id);
          // The server may have applied it meanwhile.
          if (record?.ackEpoch !== UNACKNOWLEDGED) return;
          await dropPhotos(db, record);
          await db.operations.delete(id);
        }),
      ),
    isReplaced: () => handle.isReplaced(),
    onClosed: (listener) => handle.onClosed(listener),
    close: () => handle.close(),
  };
}

function toLine(confirmed: ConfirmedLine): CartLine {
  const { place: _, ...line } = confirmed;
  return line;
}

/** The orders as shown to their buyer, newest first: confirmed ones without those with a pending deletion. */
function overlayOrders(orders: readonly Order[], operations: readonly OutboxRecord[]): Order[] {
  const deleted = new Set(
    operations.flatMap(({ mutation, state }) =>
      mutation.name === 'deleteOrder' && state !== 'rejected' ? [mutation.args.payment_id] : [],
    ),
  );
  return orders
    .filter(({ id, payment_id }) => !deleted.has(id) && !deleted.has(payment_id))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/**
 * The cart as shown: confirmed lines with the operations of the outbox on top, in their order. It is recomputed on each read, so a
 * rejection needs no undo. As on the server, an operation applies only to the line of the life that it names: an addition replaces the line of
 * another life, and other operations leave that line as it is.
 */
export function overlayCart(lines: readonly CartLine[], operations: readonly OutboxRecord[]): CartLineView[] {
  const cart = new Map<string, CartLineView>(lines.map((line) => [cartKey(line), { ...line, isWaiting: false }]));
  for (const operation of operations) if (operation.state !== 'rejected') apply(cart, operation);
  return [...cart.values()];
}

function apply(cart: Map<string, CartLineView>, operation: OutboxRecord): void {
  const { name, args } = operation.mutation;
  if (name !== 'addCartItem' && name !== 'setCartQuantity' && name !== 'removeCartItem') return;
  const key = cartKey(args);
  const known = cart.get(key);
  const line = known && lifeOf(known) === (args.life ?? lifeOf(known)) ? known : undefined;
  if (name === 'removeCartItem') {
    if (line) cart.delete(key);
  } else if (name === 'addCartItem') {
    // A new line comes last.
    if (!line) cart.delete(key);
    const quantity = Math.min((line?.quantity ?? 0) + args.quantity, MAX_CART_QUANTITY);
    cart.set(key, { ...(line ?? toNewLine(args, operation)), quantity, price_seen: args.price_seen, isWaiting: true });
  } else if (line) {
    const { quantity, price_seen = line.price_seen } = args;
    cart.set(key, { ...line, quantity, price_seen, isWaiting: true });
  }
}

const lifeOf = ({ life = 0 }: Pick<CartLine, 'life'>): number => life;

/** An unconfirmed line, from what the page knew of the product. */
function toNewLine(
  { product_id, life = 0, condition, quantity, price_seen }: MutationArgs<'addCartItem'>,
  { line, createdAtMs }: OutboxRecord,
): CartLine {
  const known: KnownLine = line ?? {
    product_id,
    life,
    condition,
    store: '',
    price: price_seen,
    title: '',
    available: quantity,
    imagecount: 0,
    image_version: 0,
    placeholder: '',
  };
  return { ...known, quantity, price_seen, added_at: new Date(createdAtMs).toISOString() };
}
