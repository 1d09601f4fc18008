import type { Queryable } from '../../storage/database.ts';

export async function insertPendingLogin(
  db: Queryable,
  token_hash: string,
  expires_at: number,
  atMs: number,
): Promise<void> {
  await db.deleteFrom('pending_login').where('expires_at', '<=', atMs).execute();
  await db.insertInto('pending_login').values({ token_hash, tries: 0, expires_at }).execute();
}

export async function isPendingLogin(db: Queryable, tokenHash: string, atMs: number): Promise<boolean> {
  const query = db.selectFrom('pending_login').select('token_hash').where('token_hash', '=', tokenHash);
  return (await query.where('expires_at', '>', atMs).executeTakeFirst()) !== undefined;
}

/** Counts a rejected passkey or code; the pending login ends with the last of `maxTries`. */
export async function countTry(db: Queryable, tokenHash: string, maxTries: number): Promise<void> {
  await db
    .updateTable('pending_login')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .execute();
  await db.deleteFrom('pending_login').where('token_hash', '=', tokenHash).where('tries', '>=', maxTries).execute();
}

/** Ends a pending login; returns false when another call has ended it. */
export async function deletePendingLogin(db: Queryable, tokenHash: string): Promise<boolean> {
  const query = db.deleteFrom('pending_login').where('token_hash', '=', tokenHash);
  return (await query.executeTakeFirstOrThrow()).numDeletedRows === 1n;
}
