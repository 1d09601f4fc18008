import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { init } from './0001-init.ts';
import { overviewIndexes } from './0002-overview-indexes.ts';
import { commerce } from './0003-commerce.ts';

it('migration 0014 gives sessions ids, ends push subscriptions, and adds actor ids to audit entries', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  const database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const before = { '0001-init': init, '0002-overview-indexes': overviewIndexes, '0003-commerce': commerce };
  const { error } = await new Migrator({
    db: database.writer,
    provider: { getMigrations: () => Promise.resolve(before) },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  const run = (text: string) => sql.raw(text).execute(database.writer);
  await run(`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
    values ('alice', 'demo', 'Alice', 'alice@demo.invalid', '', 1, 1)`);
  for (const hash of ['one', 'two']) await run(`insert into session values ('${hash}', 'alice', 1, 2)`);
  await run(`insert into push_subscription values ('https://push.example/x', 'alice', 'key', 'secret', 1)`);
  for (const actor of ['administrator', 'Alice (of old) (alice)']) {
    await run(`insert into admin_audit (at, actor, action, subject, before, after)
      values (1, '${actor}', 'edit-product', 'pc/1', '{}', '{}')`);
  }
  await migrate(database.writer);
  const audit = await database.reader.selectFrom('admin_audit').select('actor_id').orderBy('number').execute();
  expect(audit).toEqual([{ actor_id: null }, { actor_id: 'alice' }]);
  const sessions = await database.reader.selectFrom('session').selectAll().orderBy('token_hash').execute();
  expect(sessions).toEqual(
    ['one', 'two'].map((token_hash) => ({
      token_hash,
      sub: 'alice',
      created_at: 1,
      used_at: 2,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      browser: null,
      system: null,
      network: null,
      app_version: null,
      admin_token_hash: null,
    })),
  );
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  expect(await database.reader.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
});
