import { ApiError } from '#contract/http/errors.ts';
import type { Queryable } from '../../storage/database.ts';
import type { AdminTokenTable } from '../../storage/schema/administrators.ts';

/** A token with its administrator; the administrator's members are null for a token of an administrator without a name. */
export interface AdminTokenRow extends Pick<
  AdminTokenTable,
  'id' | 'token_hash' | 'created_at' | 'used_at' | 'proved_at' | 'proved_by' | 'administrator_id' | 'passkey_id'
> {
  readonly name: string | null;
  /** JSON. */
  readonly roles: string | null;
  readonly revoked_at: number | null;
}

export async function insertAdminToken(db: Queryable, token: AdminTokenTable): Promise<void> {
  await db.insertInto('admin_token').values(token).execute();
}

export async function findAdminToken(db: Queryable, tokenHash: string): Promise<AdminTokenRow | undefined> {
  return db
    .selectFrom('admin_token as token')
    .leftJoin('administrator', 'administrator.id', 'token.administrator_id')
    .select(['token.id', 'token.token_hash', 'token.created_at', 'token.used_at', 'token.proved_at'])
    .select(['token.proved_by', 'token.passkey_id'])
    .select(['token.administrator_id', 'administrator.name', 'administrator.roles', 'administrator.revoked_at'])
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Records a use of a token. */
export async function touchAdminToken(db: Queryable, tokenHash: string, atMs: number): Promise<void> {
  await db.updateTable('admin_token').set({ used_at: atMs }).where('token_hash', '=', tokenHash).execute();
}

/** Records that the caller has used a passkey. */
export async function proveAdminToken(
  db: Queryable,
  tokenHash: string,
  passkeyId: string,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('admin_token')
    .set({ proved_at: atMs, proved_by: passkeyId })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Checks within a write that the session of the caller, who was admitted before it, has not ended meanwhile. @throws ApiError unauthorized */
export async function requireAdminToken(db: Queryable, tokenHash: string): Promise<void> {
  if (!(await findAdminToken(db, tokenHash))) throw new ApiError('unauthorized');
}

/** Deletes a token; returns false when there was none. */
export async function deleteAdminToken(db: Queryable, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_token')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes tokens that were last used before a time. */
export async function deleteOldAdminTokens(db: Queryable, usedBeforeMs: number): Promise<void> {
  await db.deleteFrom('admin_token').where('used_at', '<=', usedBeforeMs).execute();
}
