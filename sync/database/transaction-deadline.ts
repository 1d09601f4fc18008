/** Time is counted in steps of the running thread: while the thread is suspended or computes, no step passes. */
const STEP_MS = 1_000;
/** Steps after which a connection whose transaction has not ended is asked for a sign of life: as long as a database may take to open. */
const ASK_AFTER = 3;
/** Steps that the connection has for its answer: even a busy device needs only one, because the question waits for no other transaction. */
const ANSWER_WITHIN = 7;
/** Steps after which a transaction is overdue whatever the connection says: no write of another tab that it may wait for takes nearly as long. */
const LONGEST = 60;

const overdueListeners = new WeakMap<IDBDatabase, () => void>();

/**
 * Calls back, once, when a transaction of a connection that `limitTransactions` limits has not ended in time: after `LONGEST` steps, or earlier
 * if the connection does not answer either. The connection is closed then, and its transactions are aborted, so that they hold up no other
 * connection's.
 */
export function onOverdue(connection: IDBDatabase, listener: () => void): void {
  overdueListeners.set(connection, listener);
}

/** Gives every transaction that a connection begins from now on a deadline. */
export function limitTransactions(connection: IDBDatabase): void {
  const begin = connection.transaction.bind(connection);
  /** Transactions that have not ended, with their ages in steps. */
  const pending = new Map<IDBTransaction, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Steps since the connection was asked; undefined while nothing is asked. */
  let unanswered: number | undefined;

  /** Begins a transaction and aborts it: a working connection reports that at once, without waiting for other transactions. */
  const ask = (): void => {
    unanswered = 0;
    try {
      const question = begin([...connection.objectStoreNames], 'readonly');
      question.addEventListener('abort', () => (unanswered = undefined));
      question.abort();
    } catch {
      // The connection is closing: its transactions end, or it counts as silent.
    }
  };

  const giveUp = (): void => {
    connection.close();
    const overdue = [...pending.keys()];
    pending.clear();
    overdueListeners.get(connection)?.();
    for (const transaction of overdue) {
      try {
        transaction.abort();
      } catch {
        // It has ended after all.
      }
    }
  };

  const step = (): void => {
    timer = pending.size > 0 ? setTimeout(step, STEP_MS) : undefined;
    if (!timer) return;
    for (const [transaction, age] of pending) pending.set(transaction, age + 1);
    const longest = Math.max(...pending.values());
    if (unanswered !== undefined) unanswered += 1;
    else if (longest >= ASK_AFTER) ask();
    if (longest >= LONGEST || (unanswered ?? 0) >= ANSWER_WITHIN) giveUp();
  };

  connection.transaction = (...given) => {
    const transaction = begin(...given);
    const end = (): void => {
      pending.delete(transaction);
      if (pending.size === 0) unanswered = undefined;
    };
    transaction.addEventListener('complete', end);
    transaction.addEventListener('abort', end);
    pending.set(transaction, 0);
    // One timer runs until a step finds no transaction: a timer for each would slow a burst of small ones.
    timer ??= setTimeout(step, STEP_MS);
    return transaction;
  };
}
