import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silenceConnections } from '../testing/endless-transactions.ts';
import { answerOf, openDatabase } from './idb.ts';
import { onOverdue } from './transaction-deadline.ts';

const { setTimeout: setRealTimeout } = globalThis;
let idb: IDBFactory;
let overdue: number;

beforeEach(() => {
  idb = new IDBFactory();
  overdue = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function connect(): Promise<IDBDatabase> {
  const connection = await openDatabase('d', { rows: {}, others: {} }, idb);
  onOverdue(connection, () => (overdue += 1));
  return connection;
}

const begin = (connection: IDBDatabase): Promise<void> =>
  new Promise((resolve) => connection.transaction('rows', 'readwrite').addEventListener('complete', () => resolve()));

/** Lets time pass second by second, as it does for a thread that runs: the storage answers in between. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setRealTimeout(resolve));
  }
}

/** Holds the write lock of a table through another connection, as a tab's long write does; returns a function that releases it. */
function hold(connection: IDBDatabase): () => void {
  let isHeld = true;
  const rows = connection.transaction('rows', 'readwrite').objectStore('rows');
  const spin = (): void => {
    if (isHeld) rows.get(1).addEventListener('success', spin);
  };
  spin();
  return () => (isHeld = false);
}

describe('[CAT4] a transaction that does not end', () => {
  it('is overdue after ten seconds if its connection does not answer either', async () => {
    const connection = await connect();
    silenceConnections(idb);
    void begin(connection);
    await pass(9);
    expect(overdue).toBe(0);
    await pass(2);
    expect(overdue).toBe(1);
    await pass(100);
    expect(overdue).toBe(1);
  });

  it('is not overdue behind the long write of another tab, and ends after that write', async () => {
    const [connection, other] = [await connect(), await openDatabase('d', {}, idb)];
    const release = hold(other);
    let hasEnded = false;
    const ended = begin(connection).then(() => (hasEnded = true));
    await pass(50);
    expect([overdue, hasEnded]).toEqual([0, false]);
    release();
    await ended;
    await pass(100);
    expect(overdue).toBe(0);
  });

  it('is overdue after a minute even if its connection answers, and then no longer delays other transactions', async () => {
    const [connection, other] = [await connect(), await openDatabase('d', {}, idb)];
    hold(connection);
    await pass(59);
    expect(overdue).toBe(0);
    await pass(2);
    expect(overdue).toBe(1);
    await begin(other);
  });

  it('closes its connection, so that no later transaction waits there without end', async () => {
    const connection = await connect();
    silenceConnections(idb);
    void begin(connection);
    await pass(11);
    expect(overdue).toBe(1);
    expect(() => connection.transaction('rows')).toThrow('InvalidStateError');
    await pass(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not become overdue by a suspension of its thread', async () => {
    const connection = await connect();
    const ended = begin(connection);
    // All due timers run before the storage's first answer.
    vi.advanceTimersByTime(1_000);
    await ended;
    expect(overdue).toBe(0);
  });
});

it('a transaction that has ended leaves no timer behind after a step', async () => {
  const connection = await connect();
  await begin(connection);
  const aborted = connection.transaction('rows');
  const ended = new Promise((resolve) => aborted.addEventListener('abort', resolve));
  aborted.abort();
  await ended;
  await pass(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(await answerOf(connection.transaction('rows').objectStore('rows').count())).toBe(0);
});
