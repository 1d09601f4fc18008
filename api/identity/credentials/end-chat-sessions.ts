import { isAllowed } from '#contract/account/roles.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import { findAdminToken } from '../admin/admin-token.repository.ts';
import { parseRoles } from '../administrators/administrator.repository.ts';
import { endShopSessions } from './end-shop-sessions.ts';

/** Ends the chat sessions, with their sockets, of administrators whose token has ended or who may no longer answer chats. */
export async function endChatSessions(unit: Pick<WriteUnit, 'trx' | 'publish'>): Promise<void> {
  const { trx } = unit;
  const sessions = await trx
    .selectFrom('session')
    .select(['token_hash', 'admin_token_hash'])
    .where('admin_token_hash', 'is not', null)
    .execute();
  for (const { token_hash, admin_token_hash } of sessions) {
    const admin = await findAdminToken(trx, admin_token_hash ?? '');
    if (!admin || !mayAnswerChats(admin)) {
      await endShopSessions(unit, { kind: 'shop-session', tokenHash: token_hash });
    }
  }
}

/** Returns whether the administrator of a token may answer chats; one without a name has all rights. */
export const mayAnswerChats = (token: { readonly roles: string | null; readonly revoked_at: number | null }): boolean =>
  token.revoked_at === null && (token.roles === null || isAllowed(parseRoles(token.roles), 'chat'));
