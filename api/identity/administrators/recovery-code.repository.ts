import type { Queryable } from '../../storage/database.ts';

/** Stores recovery codes of an administrator who has none at present. */
export async function insertRecoveryCodes(
  db: Queryable,
  administrator_id: string,
  hashes: readonly string[],
): Promise<void> {
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ hash, administrator_id })))
    .execute();
}

/** Deletes a code; returns the id of its administrator, or undefined when there is no such code. */
export async function takeRecoveryCode(db: Queryable, hash: string): Promise<string | undefined> {
  const query = db.deleteFrom('recovery_code').where('hash', '=', hash).returning('administrator_id');
  return (await query.executeTakeFirst())?.administrator_id;
}

export async function countRecoveryCodes(db: Queryable, administratorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('administrator_id', '=', administratorId)
    .executeTakeFirstOrThrow();
  return count;
}
