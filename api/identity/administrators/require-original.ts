import { ApiError } from '#contract/http/errors.ts';
import type { PasskeyUse } from './webauthn.ts';

/** What is stored of a passkey's former uses. */
interface FormerUses {
  readonly counter: number;
  readonly is_synced: number | null;
}

/**
 * Checks that a response is of the registered passkey and not of a copy that was made of it. A passkey that its maker copies between a person's
 * devices says so, and each device has a counter of its own, so that only one that stays on its device gives itself away by its counter.
 * Whether it is copied never changes (WebAuthn, "backup eligible").
 * @throws ApiError passkey-cloned
 */
export function requireOriginal(former: FormerUses, use: PasskeyUse): void {
  if (former.is_synced !== null && (former.is_synced === 1) !== use.isSynced) throw new ApiError('passkey-cloned');
  if (use.isSynced) return;
  // Authenticators that do not count always send 0.
  const isNext = use.counter === 0 ? former.counter === 0 : use.counter > former.counter;
  if (!isNext) throw new ApiError('passkey-cloned');
}
