import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { createAdminTokens, hashAdminToken } from '../../identity/admin/admin-tokens.ts';
import { migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { init } from './0001-init.ts';
import { overviewIndexes } from './0002-overview-indexes.ts';
import { commerce } from './0003-commerce.ts';

it('migration 0013 leaves administrators logged in, without a name and with all rights', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  const database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const before = { '0001-init': init, '0002-overview-indexes': overviewIndexes, '0003-commerce': commerce };
  await new Migrator({
    db: database.writer,
    provider: { getMigrations: () => Promise.resolve(before) },
  }).migrateToLatest();
  for (const token of ['adm_p_one', 'adm_p_two']) {
    await sql`insert into admin_token values (${hashAdminToken(token, undefined)}, 1, 2)`.execute(database.writer);
  }
  await migrate(database.writer);
  const identities = await Promise.all(
    ['adm_p_one', 'adm_p_two'].map((token) => createAdminTokens(database, () => 3).find(token)),
  );
  expect(identities).toMatchObject([
    { person: undefined, roles: ['owner'] },
    { person: undefined, roles: ['owner'] },
  ]);
  expect(new Set(identities.map((identity) => identity?.sessionId)).size).toBe(2);
});
