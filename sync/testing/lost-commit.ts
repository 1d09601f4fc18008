import { IDBDatabase as FakeDatabase } from 'fake-indexeddb';
import { vi } from 'vitest';

/** As Safari reports a storage process that has died. */
const LOST = 'Connection to Indexed Database server lost. Refresh the page to try again';

/**
 * The next write to a table after `skipped` others, in a database that is opened after this call, is committed and then reported as failed.
 * Returns a function that tells whether it has happened; `vi.restoreAllMocks` undoes it.
 */
export function loseNextCommit(table: string, skipped = 0): () => boolean {
  let isLost = false;
  let left = skipped;
  const begin = FakeDatabase.prototype.transaction;
  vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    if (isLost || args[1] !== 'readwrite' || ![args[0]].flat().includes(table)) return transaction;
    if (left-- > 0) return transaction;
    isLost = true;
    const listen = transaction.addEventListener.bind(transaction);
    const aborted: EventListener[] = [];
    listen('complete', () => {
      Object.defineProperty(transaction, 'error', { value: new DOMException(LOST, 'UnknownError') });
      const event = new Event('abort');
      transaction.onabort?.(event);
      for (const listener of aborted) listener(event);
    });
    Object.defineProperty(transaction, 'oncomplete', { set() {} });
    transaction.addEventListener = (type: string, listener: EventListener) => {
      if (type === 'abort') aborted.push(listener);
      else if (type !== 'complete') listen(type, listener);
    };
    return transaction;
  });
  return () => isLost;
}
