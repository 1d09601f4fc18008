import type { CatalogTable } from './catalog-tables.ts';

export type FindTable = (name: CatalogTable) => IDBObjectStore;

/** The answer of a request. Within a transaction only such promises may be awaited: it ends when nothing is asked of it. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error as DOMException));
  });
}

/**
 * Runs `work` in one transaction of relaxed durability and returns its result once everything is written. Nothing is written when `work`
 * throws, or any of its requests fails. @throws what `work` throws, or what the transaction failed with
 */
export async function runTransaction<T>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  tables: readonly CatalogTable[],
  work: (table: FindTable) => T | Promise<T>,
): Promise<T> {
  const transaction = database.transaction(tables, mode, { durability: 'relaxed' });
  const ended = new Promise<unknown>((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')));
  });
  // It also rejects behind an error of `work`.
  ended.catch(() => undefined);
  try {
    const result = await work((name) => transaction.objectStore(name));
    await ended;
    return result;
  } catch (error) {
    // A failed request aborts the transaction, and with it those that `work` waits for: its own error is the cause.
    const { error: cause } = transaction;
    abort(transaction);
    throw cause ?? error;
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}
