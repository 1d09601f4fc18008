import { deriveKey, openIdentitySecret } from '../identity/identity-secret.ts';
import type { Database } from '../storage/database.ts';

/** The key of the pseudonyms in security events. */
export const openSecurityKey = async (database: Database): Promise<Buffer> =>
  deriveKey(await openIdentitySecret(database), 'pseudonyms of security events');
