import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CAMERA_ID, startOrderApp } from '../../testing/apps/order-app.ts';
import { json, send } from '../../testing/clients/send.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import type { WriteAheadLog } from '../database.ts';
import { fileOf } from '../database-source.ts';
import { createWalCheckpointer } from './wal-checkpointer.ts';

const UPDATES = 300;
/** Different for each number, because SQLite writes only what has changed. */
const textOf = (number: number): string => `${number} `.repeat(12_000);
const USUAL_BYTES = 1_000_000;

let app: TestApp;
beforeEach(async () => {
  app = await startOrderApp(5);
});
afterEach(() => app.stop());

const update = async (): Promise<void> => {
  const { writer } = app.context.database;
  for (let number = 0; number < UPDATES; number += 1)
    await writer
      .updateTable('product')
      .set({ description: textOf(number) })
      .execute();
};
/** Reads the size of the log as an operator does; the server may have written to the log since the last call of `wal.bytes()`. */
const readFigure = async (): Promise<number> => {
  const { wal_bytes } = json(await send(app.url, '/readyz'))['figures'] as { wal_bytes: number };
  return wal_bytes;
};

it('[fault 30] the write-ahead log grows during a long read, as operators see, and is truncated after it', async () => {
  const { database, log } = app.context;
  const wal = database.wal as WriteAheadLog;
  const checkpointer = createWalCheckpointer(wal, log, USUAL_BYTES);
  const foreign = new BetterSqlite3(fileOf(database.source), { readonly: true });
  foreign.exec('begin');
  const before = foreign.prepare('select description from product').all();
  await update();
  expect(wal.bytes()).toBeGreaterThan(10_000_000);
  expect(await readFigure()).toBeGreaterThan(10_000_000);

  // Writes do not wait for the reader, whose view does not change.
  await checkpointer.run();
  expect(wal.bytes()).toBeGreaterThan(10_000_000);
  expect(foreign.prepare('select description from product').all()).toEqual(before);
  await database.writer.updateTable('shop').set({ views_seq: 1 }).execute();

  foreign.close();
  await checkpointer.run();
  expect(wal.bytes()).toBeLessThan(100_000);
  expect(await readFigure()).toBeLessThan(100_000);
  const { description } = json(await send(app.url, `/api/products/${CAMERA_ID}?shop=ayz`));
  expect(description).toBe(textOf(UPDATES - 1));
});
