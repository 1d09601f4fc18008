import type { User } from '#contract/user.ts';
import type { Queryable } from '../storage/database.ts';

/** A session with its user. */
export interface SessionRow {
  readonly user: User;
  readonly issuer: string;
  readonly created_at: number;
  readonly used_at: number;
}

export async function insertSession(db: Queryable, token_hash: string, sub: string, atMs: number): Promise<void> {
  await db.insertInto('session').values({ token_hash, sub, created_at: atMs, used_at: atMs }).execute();
}

export async function findSession(db: Queryable, tokenHash: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.sub', 'session.sub')
    .select(['session.sub', 'issuer', 'name', 'email', 'picture', 'session.created_at', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sub, name, email, picture, issuer, created_at, used_at } = row;
  return { user: { sub, name, email, picture }, issuer, created_at, used_at };
}

/** Bound values per statement; below the limit of every engine. */
const MAX_VALUES = 500;

/** Selects the sessions that were created and last used after the given times. */
export async function listLiveSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  createdAfterMs: number,
  usedAfterMs: number,
): Promise<readonly string[]> {
  const live: string[] = [];
  for (let start = 0; start < tokenHashes.length; start += MAX_VALUES) {
    const rows = await db
      .selectFrom('session')
      .select('token_hash')
      .where('token_hash', 'in', tokenHashes.slice(start, start + MAX_VALUES))
      .where('created_at', '>', createdAfterMs)
      .where('used_at', '>', usedAfterMs)
      .execute();
    live.push(...rows.map(({ token_hash }) => token_hash));
  }
  return live;
}

/** Records a use of a session. */
export async function touchSession(db: Queryable, tokenHash: string, atMs: number): Promise<void> {
  await db.updateTable('session').set({ used_at: atMs }).where('token_hash', '=', tokenHash).execute();
}

/** Deletes a session and returns its user's id. */
export async function deleteSession(db: Queryable, tokenHash: string): Promise<string | undefined> {
  const row = await db.deleteFrom('session').where('token_hash', '=', tokenHash).returning('sub').executeTakeFirst();
  return row?.sub;
}

export async function deleteSessionsOf(db: Queryable, sub: string): Promise<void> {
  await db.deleteFrom('session').where('sub', '=', sub).execute();
}

/** Deletes sessions that were created or last used before the given times. */
export async function deleteOldSessions(db: Queryable, createdBeforeMs: number, usedBeforeMs: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where((row) => row.or([row('created_at', '<=', createdBeforeMs), row('used_at', '<=', usedBeforeMs)]))
    .execute();
}

/** Marks a nonce as used; returns false when it already was. */
export async function insertUsedNonce(db: Queryable, hash: string, expiresAtMs: number): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_in_nonce')
    .values({ hash, expires_at: expiresAtMs })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteOldNonces(db: Queryable, atMs: number): Promise<void> {
  await db.deleteFrom('sign_in_nonce').where('expires_at', '<=', atMs).execute();
}
