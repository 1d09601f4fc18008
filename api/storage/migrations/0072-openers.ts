import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypesOf } from './create-table.ts';

/**
 * Records the passkey or session from which an administrator's registration links and proofs come, so that they are
 * revoked with it, and which passkeys are synced between devices. Deletes recovery codes and tokens of administrators without a passkey.
 */
export const openers: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, integer } = columnTypesOf(db);
    // The passkey of the last proof; null: the credential that opened the session.
    await db.schema.alterTable('admin_token').addColumn('proved_by', text).execute();
    await db.schema.alterTable('passkey').addColumn('is_synced', integer).execute();
    for (const column of ['maker_id', 'maker_passkey_id', 'maker_proof_id']) {
      await db.schema.alterTable('registration_link').addColumn(column, text).execute();
    }
    await sql`delete from recovery_code where administrator_id not in (select administrator_id from passkey)`.execute(
      db,
    );
    // Tokens of revoked administrators stay: they tell the devices about the revocation.
    await sql`delete from admin_token where administrator_id in (select id from administrator where revoked_at is null)
      and administrator_id not in (select administrator_id from passkey)`.execute(db);
  },
};
