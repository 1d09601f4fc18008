import type { Selectable } from 'kysely';
import type { Queryable } from '../../storage/database.ts';
import type { PasskeyTable } from '../../storage/schema/administrators.ts';
import type { PasskeyUse } from './webauthn.ts';

/** A passkey without its public key and `is_synced`. */
export type PasskeyRow = Omit<Selectable<PasskeyTable>, 'public_key' | 'is_synced'>;

export async function insertPasskey(db: Queryable, passkey: Selectable<PasskeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPasskey(db: Queryable, id: string): Promise<Selectable<PasskeyTable> | undefined> {
  return db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst();
}

const COLUMNS = ['id', 'administrator_id', 'name', 'counter', 'transports', 'created_at', 'used_at'] as const;

/** Lists passkeys of all administrators, or of one, oldest first. */
export async function listPasskeys(db: Queryable, administratorId?: string): Promise<PasskeyRow[]> {
  const query = db.selectFrom('passkey').select(COLUMNS).orderBy('created_at').orderBy('id');
  return (administratorId === undefined ? query : query.where('administrator_id', '=', administratorId)).execute();
}

/** Stores the counter of a use, and whether the passkey is copied between devices. */
export async function recordPasskeyUse(
  db: Queryable,
  id: string,
  { counter, isSynced }: PasskeyUse,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('passkey')
    .set({ counter, is_synced: isSynced ? 1 : 0, used_at: atMs })
    .where('id', '=', id)
    .execute();
}
