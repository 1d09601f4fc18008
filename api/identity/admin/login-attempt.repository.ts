import type { LoginAttemptTable } from '../../storage/schema/users.ts';
import type { Queryable } from '../../storage/database.ts';

export async function findLoginAttempt(db: Queryable, network: string): Promise<LoginAttemptTable | undefined> {
  return db
    .selectFrom('login_attempt')
    .select(['network', 'failures', 'window_start', 'blocks', 'blocked_until'])
    .where('network', '=', network)
    .executeTakeFirst();
}

export async function storeLoginAttempt(db: Queryable, attempt: LoginAttemptTable): Promise<void> {
  const { network: _, ...changes } = attempt;
  await db
    .insertInto('login_attempt')
    .values(attempt)
    .onConflict((conflict) => conflict.column('network').doUpdateSet(changes))
    .execute();
}

export async function deleteLoginAttempt(db: Queryable, network: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('network', '=', network).execute();
}

/** Deletes the attempts of callers whose first failure came, and whose last block ended, before a time. */
export async function deleteOldLoginAttempts(db: Queryable, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where('window_start', '<=', beforeMs)
    .where('blocked_until', '<=', beforeMs)
    .execute();
}
