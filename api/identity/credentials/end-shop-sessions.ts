import type { WriteUnit } from '../../storage/write-unit.ts';

/** The sessions by which a shopper is signed in. */
export type ShopCredential =
  /** The token of one session. */
  | { readonly kind: 'shop-session'; readonly tokenHash: string }
  /** One of a user's sessions, by its id. */
  | { readonly kind: 'shop-session'; readonly sub: string; readonly id: string }
  /** All sessions of a user, or all but one. */
  | { readonly kind: 'shop-login'; readonly sub: string; readonly exceptId?: string | undefined };

/** Ends sessions of shoppers with their sockets; push subscriptions, and what they watch, refer to their session and end with it. */
export async function endShopSessions(
  { trx, publish }: Pick<WriteUnit, 'trx' | 'publish'>,
  credential: ShopCredential,
): Promise<{ readonly sessions: number; readonly subs: readonly string[] }> {
  const all = trx.deleteFrom('session').returning('sub');
  const chosen =
    'tokenHash' in credential
      ? all.where('token_hash', '=', credential.tokenHash)
      : all.where('sub', '=', credential.sub);
  const named = 'id' in credential ? chosen.where('id', '=', credential.id) : chosen;
  const { exceptId } = { exceptId: undefined, ...credential };
  const rows = await (exceptId === undefined ? named : named.where('id', '!=', exceptId)).execute();
  const subs = [...new Set(rows.map(({ sub }) => sub))];
  for (const sub of subs) publish({ type: 'signed-out', sub });
  return { sessions: rows.length, subs };
}
