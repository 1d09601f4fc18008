import type { Queryable } from '../../storage/database.ts';

/** A session of an administrator, for lists. */
export interface AdminSessionRow {
  readonly id: string;
  readonly administrator_id: string | null;
  readonly name: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly network: string | null;
  readonly created_at: number;
  readonly used_at: number;
}

/** Lists sessions that were created and used after the given times, the last used first. */
export async function listAdminSessionRows(
  db: Queryable,
  createdAfterMs: number,
  usedAfterMs: number,
): Promise<AdminSessionRow[]> {
  return db
    .selectFrom('admin_token as token')
    .leftJoin('administrator', 'administrator.id', 'token.administrator_id')
    .select(['token.id', 'token.administrator_id', 'administrator.name', 'token.browser', 'token.system'])
    .select(['token.network', 'token.created_at', 'token.used_at'])
    .where('administrator.revoked_at', 'is', null)
    .where('token.created_at', '>', createdAfterMs)
    .where('token.used_at', '>', usedAfterMs)
    .orderBy('token.used_at', 'desc')
    .orderBy('token.id')
    .execute();
}

export async function deleteAdminSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('admin_token').where('id', '=', id).execute();
}

/** Gives a session without a name to an administrator who has just registered a passkey in it. */
export async function assignSession(
  db: Queryable,
  tokenHash: string,
  administratorId: string,
  passkeyId: string,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('admin_token')
    .set({ administrator_id: administratorId, passkey_id: passkeyId, proved_at: atMs })
    .where('token_hash', '=', tokenHash)
    .execute();
}
