import type { WriteUnit } from '../../storage/write-unit.ts';
import { endAdminAccess } from './end-admin-access.ts';
import type { AdminCredential } from './end-admin-access.ts';
import { endShopSessions } from './end-shop-sessions.ts';
import type { ShopCredential } from './end-shop-sessions.ts';

/** A credential that gives access, or the key by which devices trust the server. */
export type Credential = AdminCredential | ShopCredential | PushKey;

/** The key pair under which devices subscribe to push messages. */
interface PushKey {
  readonly kind: 'push-key';
}

/** How many sessions ended, and the ids of their shop users without duplicates. */
export interface Ended {
  readonly sessions: number;
  readonly subs: readonly string[];
}

/**
 * Removes a credential, or prepares its replacement, with all that it opened: sessions and their sockets, proofs, challenges, links that were
 * made in such a session, push subscriptions. Credentials end in no other way, so that nothing that they opened outlives their loss.
 */
export async function endCredential(unit: Pick<WriteUnit, 'trx' | 'publish'>, credential: Credential): Promise<Ended> {
  switch (credential.kind) {
    case 'shop-session':
    case 'shop-login':
      return endShopSessions(unit, credential);
    case 'push-key':
      await unit.trx.deleteFrom('push_subscription').execute();
      return { sessions: 0, subs: [] };
    default:
      return { sessions: await endAdminAccess(unit, credential), subs: [] };
  }
}
