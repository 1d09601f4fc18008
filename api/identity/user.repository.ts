import type { ExpressionBuilder, Transaction } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import type { User } from '#contract/account/user.ts';
import { chunksOf } from '../storage/chunks-of.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';

/** The issuer of the users as whom administrators answer chats; their sessions are opened by a token of the administration. */
export const STAFF_ISSUER = 'administrators';

/** Stores a user's current profile; returns false when the id belongs to a user of another issuer. */
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

export const findUser = (db: Queryable, sub: string): Promise<User | undefined> => selectUser.first(db, { sub });

const selectUser = prepareQuery((db, value: Pick<User, 'sub'>) =>
  db.selectFrom('user_account').select(['sub', 'name', 'email', 'picture']).where('sub', '=', value.sub),
);

/** Checks within a write that the caller, who was admitted before it, was not deleted meanwhile. @throws ApiError unauthorized */
export async function requireUser(trx: Transaction<Schema>, sub: string): Promise<void> {
  if (!(await findUser(trx, sub))) throw new ApiError('unauthorized');
}

/** The number of the last change of a user's orders, which is the highest `seq` of these orders; 0 without an order. */
const selectOrderSeq = (eb: ExpressionBuilder<Schema, 'user_account'>) =>
  eb.fn
    .coalesce(
      eb
        .selectFrom('purchase')
        .select(({ fn }) => fn.max<number>('purchase.seq').as('seq'))
        .whereRef('purchase.sub', '=', 'user_account.sub'),
      eb.lit(0),
    )
    .as('order_seq');

/** The numbers of the last changes of a user's cart and orders. A change of an order counts as one of the cart, too. */
interface Cursors {
  readonly cart_seq: number;
  readonly order_seq: number;
}

const withSharedNumbers = <Row extends Cursors>(row: Row): Row => ({
  ...row,
  cart_seq: Math.max(row.cart_seq, row.order_seq),
});

/** A user with the numbers of the last changes of their cart and orders. */
export async function findAccount(db: Queryable, sub: string): Promise<(User & Cursors) | undefined> {
  const row = await selectAccount.first(db, { sub });
  return row && withSharedNumbers(row);
}

const selectAccount = prepareQuery((db, value: Pick<User, 'sub'>) =>
  db
    .selectFrom('user_account')
    .select(['sub', 'name', 'email', 'picture', 'cart_seq'])
    .select(selectOrderSeq)
    .where('sub', '=', value.sub),
);

/** Lists the numbers of the last changes of users' carts and orders; users without an account are left out. */
export async function listUserCursors(
  db: Queryable,
  subs: readonly string[],
): Promise<readonly ({ sub: string } & Cursors)[]> {
  const rows = [];
  for (const part of chunksOf(subs)) {
    rows.push(
      ...(await db
        .selectFrom('user_account')
        .select(['sub', 'cart_seq'])
        .select(selectOrderSeq)
        .where('sub', 'in', part)
        .execute()),
    );
  }
  return rows.map(withSharedNumbers);
}
