import type { Selectable } from 'kysely';
import type { Queryable } from '../../storage/database.ts';
import type { PasskeyTable } from '../../storage/schema/administrators.ts';

/** A passkey without its key. */
export type PasskeyRow = Omit<Selectable<PasskeyTable>, 'public_key'>;

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

/** Stores the counter of a use. Returns false when another use has stored the same counter or a higher one meanwhile: a clone exists. */
export async function recordPasskeyUse(db: Queryable, id: string, counter: number, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, used_at: atMs })
    .where('id', '=', id)
    // Authenticators that do not count always send 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes a passkey of an administrator and the tokens that it opened; returns whether there was one. */
export async function deletePasskey(db: Queryable, administratorId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('administrator_id', '=', administratorId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await db.deleteFrom('admin_token').where('passkey_id', '=', id).execute();
  return true;
}

export async function deletePasskeysOf(db: Queryable, administratorId: string): Promise<void> {
  await db.deleteFrom('passkey').where('administrator_id', '=', administratorId).execute();
}
