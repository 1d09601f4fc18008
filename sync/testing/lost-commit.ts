import { IDBDatabase as FakeDatabase } from 'fake-indexeddb';
import { vi } from 'vitest';

/** The error with which Safari reports that its storage process has died. */
const LOST = 'Connection to Indexed Database server lost. Refresh the page to try again';

/**
 * Makes one write to a table be committed and then reported as failed: the next one after `skipped` other writes, in a database that is opened
 * after this call. Returns a function that tells whether that has happened; `vi.restoreAllMocks` undoes it.
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
