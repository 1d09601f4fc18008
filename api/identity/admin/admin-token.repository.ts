import type { Queryable } from '../../storage/database.ts';

export async function insertAdminToken(db: Queryable, token_hash: string, atMs: number): Promise<void> {
  await db.insertInto('admin_token').values({ token_hash, created_at: atMs, used_at: atMs }).execute();
}

export async function findAdminToken(
  db: Queryable,
  tokenHash: string,
): Promise<{ created_at: number; used_at: number } | undefined> {
  return db
    .selectFrom('admin_token')
    .select(['created_at', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Records a use of a token. */
export async function touchAdminToken(db: Queryable, tokenHash: string, atMs: number): Promise<void> {
  await db.updateTable('admin_token').set({ used_at: atMs }).where('token_hash', '=', tokenHash).execute();
}

/** Deletes a token; returns false when there was none. */
export async function deleteAdminToken(db: Queryable, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_token')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteAllAdminTokens(db: Queryable): Promise<void> {
  await db.deleteFrom('admin_token').execute();
}

/** Deletes tokens that were created or last used before the given times. */
export async function deleteOldAdminTokens(
  db: Queryable,
  createdBeforeMs: number,
  usedBeforeMs: number,
): Promise<void> {
  await db
    .deleteFrom('admin_token')
    .where((row) => row.or([row('created_at', '<=', createdBeforeMs), row('used_at', '<=', usedBeforeMs)]))
    .execute();
}
