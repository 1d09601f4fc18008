import { endCredential } from '../identity/credentials/end-credential.ts';
import { findMeta, storeMeta } from '../storage/meta.repository.ts';
import type { Write } from '../storage/write-unit.ts';

/** The public key that the stored subscriptions were made with. */
const SUBSCRIBED_KEY = 'push_public_key';

/** Ends the subscriptions if the key pair was replaced since the last start: push services reject messages that another pair has signed. */
export const endForeignSubscriptions = (write: Write, publicKey: string): Promise<void> =>
  write(async (unit) => {
    const former = await findMeta(unit.trx, SUBSCRIBED_KEY);
    if (former === publicKey) return;
    if (former !== undefined) await endCredential(unit, { kind: 'push-key' });
    await storeMeta(unit.trx, SUBSCRIBED_KEY, publicKey);
  });
