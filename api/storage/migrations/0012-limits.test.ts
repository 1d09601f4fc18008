import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrate, MIGRATIONS } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const FIRST = '0012-limits';

it('[R18] migration 0012 gives earlier results an outbox, and keeps what outboxes have acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  const database = openSqliteDatabase(join(folder, 'db.sqlite'));
  try {
    const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < FIRST));
    const provider = { getMigrations: () => Promise.resolve(before) };
    const { error } = await new Migrator({ db: database.writer, provider }).migrateToLatest();
    expect(error).toBeUndefined();
    await sql`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
      values ('alice', 'demo', 'Alice', '', '', 0, 0)`.execute(database.writer);
    for (const [key, client] of Object.entries({ a: 'phone', b: 'phone', c: 'tablet' })) {
      await sql`insert into idempotency (owner, key, request_hash, result, created_at, client, number)
        values ('alice', ${key}, 'hash', '{}', 1000, ${client}, 1)`.execute(database.writer);
    }
    await sql`insert into outbox (owner, client, acknowledged, forgotten) values ('alice', 'tablet', 7, 3)`.execute(
      database.writer,
    );
    await migrate(database.writer);
    const rows = await database.reader.selectFrom('outbox').selectAll().orderBy('client').execute();
    expect(rows).toEqual([
      { owner: 'alice', client: 'phone', acknowledged: 0, forgotten: 0, created_at: 0 },
      { owner: 'alice', client: 'tablet', acknowledged: 7, forgotten: 3, created_at: 0 },
    ]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
