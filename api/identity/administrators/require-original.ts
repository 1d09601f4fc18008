import { ApiError } from '#contract/http/errors.ts';
import type { PasskeyUse } from './webauthn.ts';

/** What the server has stored about former uses of a passkey. */
interface FormerUses {
  readonly counter: number;
  readonly is_synced: number | null;
}

/**
 * Checks that a response comes from the registered passkey and not from a copy of it. A passkey that is synced between a person's devices says
 * so, and each device counts for itself; the counter therefore reveals only copies of a passkey that stays on its device. Whether a passkey is
 * synced never changes (WebAuthn, "backup eligible").
 * @throws ApiError passkey-cloned
 */
export function requireOriginal(former: FormerUses, use: PasskeyUse): void {
  if (former.is_synced !== null && (former.is_synced === 1) !== use.isSynced) throw new ApiError('passkey-cloned');
  if (use.isSynced) return;
  // Authenticators that do not count always send 0.
  const isNext = use.counter === 0 ? former.counter === 0 : use.counter > former.counter;
  if (!isNext) throw new ApiError('passkey-cloned');
}
