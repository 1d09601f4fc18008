import type { User } from '#contract/user.ts';
import type { Queryable } from '../storage/database.ts';

/** Keeps what the provider says of a user now; false if the id belongs to somebody whom another issuer vouches for. */
export async function saveUser(
  db: Queryable,
  { sub, name, email, picture }: User,
  issuer: string,
  atMs: number,
): Promise<boolean> {
  const known = await db.selectFrom('user_account').select('issuer').where('sub', '=', sub).executeTakeFirst();
  if (known && known.issuer !== issuer) return false;
  await db
    .insertInto('user_account')
    .values({ sub, issuer, name, email, picture, created_at: atMs, signed_in_at: atMs })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet({ name, email, picture, signed_in_at: atMs }))
    .execute();
  return true;
}

/** Where the cursors of users stand; who has no account is left out. */
export async function listUserCursors(
  db: Queryable,
  subs: readonly string[],
): Promise<readonly { sub: string; cart_seq: number; order_seq: number }[]> {
  return db.selectFrom('user_account').select(['sub', 'cart_seq', 'order_seq']).where('sub', 'in', subs).execute();
}
