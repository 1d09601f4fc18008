import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { storeMeta } from './meta.repository.ts';
import { findSchemaFault, migrate, MIGRATIONS, OLDEST_COMPATIBLE } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** The migrations that databases in use have run, in their order. Append the name of each one that is released. */
const RELEASED = [
  '0001-init',
  '0002-overview-indexes',
  '0003-commerce',
  '0004-chat',
  '0005-admin',
  '0006-cart-clock',
  '0007-data-lines',
  '0008-operations',
  '0009-lives',
  '0010-composed-texts',
  '0012-limits',
  '0013-administrators',
  '0014-sessions-and-audit',
  '0015-erasure',
  '0016-browse-index',
  '0017-order-times',
  '0019-watches',
  '0022-chat-logins',
  '0023-payment-watch',
  '0029-order-country',
  '0031-barcodes',
  '0032-app-versions',
  '0033-chat-replies',
  '0035-languages',
  '0037-watch-counts',
  '0041-order-cursors',
  '0043-snapshot-plans',
  '0047-quick-blocks',
  '0048-lean-orders',
  '0049-leases',
  '0060-push-messages',
  '0070-bucket-blocks',
];

it('a new migration comes after all released ones, so databases that have run those can be migrated', () => {
  const names = Object.keys(MIGRATIONS);
  expect(names.slice(0, RELEASED.length)).toEqual(RELEASED);
  // The migrator runs them in the order of their names, and rejects a database that has already run a later one.
  expect(names).toEqual(names.toSorted());
});

it('the oldest version that can run on the newest schema is one that has migrations', () => {
  expect(Object.keys(MIGRATIONS)).toContain(OLDEST_COMPATIBLE);
});

const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';
const NEWER = /^The database was used by a newer version of Hexlime \(9999-later\)/;
const OLDER = /^The database has the schema of an older version of Hexlime \(0001-init is missing\)/;

it.each([
  ['its own schema', {}, undefined],
  ['an older one', { missing: ['0001-init'] }, OLDER],
  ['a newer one that only adds something', { newer: ['9999-later'], oldest: NEWEST }, undefined],
  ['a newer one that takes something away', { newer: ['9999-later'], oldest: '9999-later' }, NEWER],
  ['a newer one that says nothing of older versions', { newer: ['9999-later'], oldest: undefined }, NEWER],
  ['another branch', { missing: ['0001-init'], newer: ['9999-later'], oldest: NEWEST }, NEWER],
] as const)('a version runs on %s, or says why it cannot', (_what, state, fault) => {
  const found = findSchemaFault({ missing: [], newer: [], oldest: OLDEST_COMPATIBLE, ...state });
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});

it.each([
  ['runs if the newer one only added something', OLDEST_COMPATIBLE, 'no error'],
  ['is rejected if the newer one took something away', '9999-later', expect.stringMatching(NEWER)],
])('a node that a newer one overtakes during its migration %s', async (_what, oldest, outcome) => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-migrate-'));
  const { writer, close } = await openDatabase({ engine: 'sqlite', file: join(folder, 'db.sqlite') });
  await migrate(writer);
  let isFirst = true;
  const overtaking: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const hasRead = result.rows.some((row) => row['name'] === NEWEST);
      if (hasRead && isFirst) {
        isFirst = false;
        await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(writer);
        await storeMeta(writer, 'oldest_compatible_migration', oldest);
      }
      return result;
    },
  };
  const migrated = migrate(writer.withPlugin(overtaking)).then(
    () => 'no error',
    ({ message }: Error) => message,
  );
  expect(await migrated).toEqual(outcome);
  expect(isFirst).toBe(false);
  await close();
  await rm(folder, { recursive: true });
});
