import type { Queryable } from '../../storage/database.ts';
import type { PasskeyChallengeTable } from '../../storage/schema/administrators.ts';

export type ChallengePurpose = PasskeyChallengeTable['purpose'];

/** Stores a token's challenge in place of its former one, and deletes expired ones. */
export async function putChallenge(db: Queryable, challenge: PasskeyChallengeTable, atMs: number): Promise<void> {
  const { hash, expires_at } = challenge;
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', atMs).execute();
  await db
    .insertInto('passkey_challenge')
    .values(challenge)
    .onConflict((conflict) => conflict.columns(['token_hash', 'purpose']).doUpdateSet({ hash, expires_at }))
    .execute();
}

/** Deletes a token's challenge and returns its hash, if it has not expired. */
export async function takeChallenge(
  db: Queryable,
  tokenHash: string,
  purpose: ChallengePurpose,
  atMs: number,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returning(['hash', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > atMs ? row.hash : undefined;
}
