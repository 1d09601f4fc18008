import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import fc from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addOperations,
  listAcknowledged,
  listOpen,
  MAX_CONFIRMED_OPERATIONS,
  pruneAcknowledged,
} from './operations-table.ts';
import { OPERATION_KEYS, stateOf, UNACKNOWLEDGED } from './outbox-database.ts';
import type { StoredOperation } from './outbox-database.ts';

class Database extends Dexie {
  operations!: Table<StoredOperation, string>;
  meta!: Table<{ key: string; value: unknown }, string>;

  constructor() {
    super('outbox', { indexedDB: new IDBFactory(), IDBKeyRange });
    this.version(1).stores({ operations: OPERATION_KEYS, meta: 'key' });
  }
}

let database: Database;
beforeEach(() => {
  database = new Database();
});
afterEach(() => database.close());

const operation = (id: string, ackEpoch = UNACKNOWLEDGED, ackSeq = 0) => ({ id, ackEpoch, ackSeq });
const numbersOf = (operations: readonly StoredOperation[]): number[] => operations.map(({ number }) => number);

it('[OUT1] operations keep their order however often they are added, and the outbox keeps its first id', async () => {
  await addOperations(database, [operation('b'), operation('a')]);
  const client = await database.meta.get('client');
  expect(client?.value).toBeTypeOf('string');
  await addOperations(database, [operation('a'), operation('c')]);
  expect((await listOpen(database)).map(({ id, number }) => `${id}${number}`)).toEqual(['b1', 'a2', 'c3']);
  expect(await database.meta.get('client')).toEqual(client);
});

it('[OUT3] reads for screens touch no acknowledged operation, and each operation is in exactly one list', async () => {
  const epoch = fc.constantFrom(UNACKNOWLEDGED, 'e1', 'e2');
  await fc.assert(
    fc.asyncProperty(fc.array(epoch, { maxLength: 12 }), async (epochs) => {
      await database.operations.clear();
      await addOperations(
        database,
        epochs.map((ackEpoch, place) => operation(`${place}`, ackEpoch)),
      );
      const [open, acknowledged] = [await listOpen(database), await listAcknowledged(database)];
      expect(open.every(({ ackEpoch }) => ackEpoch === UNACKNOWLEDGED)).toBe(true);
      expect(numbersOf(open)).toEqual(numbersOf(open).toSorted((a, b) => a - b));
      expect(new Set([...open, ...acknowledged].map(({ id }) => id)).size).toBe(epochs.length);
    }),
    { numRuns: 50 },
  );
});

it('[OUT11] the newest acknowledged operations are kept, up to a limit, and all unacknowledged ones', async () => {
  const surplus = 3;
  const many = Array.from({ length: MAX_CONFIRMED_OPERATIONS + surplus }, (_, place) => operation(`${place}`, 'e1'));
  await addOperations(database, [operation('open'), ...many]);
  await pruneAcknowledged(database);
  const kept = await listAcknowledged(database);
  expect([kept.length, kept[0]?.id]).toEqual([MAX_CONFIRMED_OPERATIONS, `${surplus}`]);
  expect(await listOpen(database)).toHaveLength(1);
});

it('[OUT11] an operation is confirmed by rows of its epoch that reach its position, and by no other rows', () => {
  const acknowledged = { ...operation('a', 'e1', 5), number: 1 };
  expect(stateOf({ ...operation('a'), number: 1 }, { epoch: 'e1', seq: 9 })).toBe('open');
  expect(stateOf(acknowledged, { epoch: 'e1', seq: 5 })).toBe('confirmed');
  expect(stateOf(acknowledged, { epoch: 'e1', seq: 4 })).toBe('repeated');
  expect(stateOf(acknowledged, { epoch: 'e2', seq: 9 })).toBe('repeated');
});
