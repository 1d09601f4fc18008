import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CAMERA_ID, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { setReadOnly } from '../testing/processes/read-only.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const PAGE_BYTES = 4_096;
const DAY_MS = 86_400_000;

let dataDir: string;
let app: TestApp | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-damage-'));
});
afterEach(async () => {
  await app?.stop();
  app = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const startApp = async (): Promise<Buyer> => {
  app = await startOrderApp(5, { dataDir });
  return signInBuyer(app, 'alice');
};
const databaseFile = (): string => join(dataDir, 'hexlime.sqlite');

/** Overwrites the first page of a table with garbage, as a failing disk does. */
async function damageTable(name: string): Promise<void> {
  const connection = new BetterSqlite3(databaseFile());
  connection.pragma('wal_checkpoint(truncate)');
  const page = connection.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(name) as number;
  connection.close();
  const file = await open(databaseFile(), 'r+');
  await file.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  await file.close();
}

const rejectionOf = (reply: Reply): unknown[] => [reply.status, json(reply)['code'], json(reply)['error']];
const readCamera = (): Promise<Reply> => send(app?.url ?? '', `/api/products/${CAMERA_ID}?shop=ayz`);

describe('[fault 31] a faulty database file', () => {
  it('read-only: reads work, writes are rejected until the file is writable again', async () => {
    const alice = await startApp();
    if (!app) throw new Error('The app has no database');
    // The session seems unused for two days, so the next read would record its use.
    await app.context.database.writer
      .updateTable('session')
      .set((eb) => ({ used_at: eb('used_at', '-', 2 * DAY_MS) }))
      .execute();
    await setReadOnly(app, true);
    expect(rejectionOf(await alice.buy(undefined, 'key-1'))).toEqual([
      503,
      'read-only',
      'The shop is read-only at the moment.',
    ]);
    expect((await readCamera()).status).toBe(200);
    expect((await alice.call('GET', `/api/cart/${alice.sub}`)).status).toBe(200);
    await setReadOnly(app, false);
    expect((await alice.buy(undefined, 'key-1')).status).toBe(200);
  });

  it('with a damaged page: the rest can be read, and nothing is written any more', async () => {
    await startApp();
    await app?.stop();
    await damageTable('cart_line');
    const alice = await startApp();
    const line = { google_id: alice.sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 };
    const damaged = [503, 'read-only', 'The shop is read-only at the moment: its database is damaged.'];
    expect(rejectionOf(await alice.call('POST', '/api/cart', line))).toEqual(damaged);
    // Writes to intact pages are rejected as well.
    expect(rejectionOf(await alice.buy())).toEqual(damaged);
    expect((await readCamera()).status).toBe(200);
    expect(JSON.parse((await alice.call('GET', `/api/my-purchases/${alice.sub}`)).body.toString())).toEqual([]);
  });

  it('that is not a database: the start fails with advice', async () => {
    await writeFile(databaseFile(), 'x'.repeat(3 * PAGE_BYTES));
    const run = startServerProcess(dataDir);
    expect(await run.exit).toBe(1);
    const file = databaseFile();
    expect(run.output()).toBe(
      `The database ${file} is damaged: restore a backup, remove ${file}-wal and ${file}-shm, and start again.\n`,
    );
  });
});
