import type { CartLine } from '#contract/orders/cart.ts';
import type { Order } from '#contract/orders/order.ts';
import { groupWrites } from '../database/group-writes.ts';
import { readMeta } from '../database/meta-table.ts';
import { NEVER_SYNCED, UserDatabaseHandle } from './store/user-database.ts';
import type { ConfirmedLine, UserDatabase, UserDatabaseOptions } from './store/user-database.ts';
import type { NewOperation, OutboxRecord } from '../api/outbox-record.ts';
import { createOutboxRecord, createWriteIdentity } from '../api/outbox-record.ts';
import { addAtOnce } from '../outbox/add-at-once.ts';
import { addOperations, listOpen, OUTBOX_TABLES } from '../outbox/operations-table.ts';
import { UNACKNOWLEDGED } from '../outbox/outbox-database.ts';
import { initialOperationState } from './outbox/release-held-messages.ts';
import { dropPhotos, markForReupload } from './outbox/message-photos.ts';
import type { UserData } from '../api/account-api.ts';
import { openChatData } from './chats/chat-data.ts';
import { overlayCart } from './overlay-cart.ts';

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
