import { ApiError } from '#contract/http/errors.ts';
import type { AdminIdentity } from '../../http/access.ts';

/** How long a used passkey proves that the administrator is still there. */
const FRESH_MS = 5 * 60_000;

/** @throws ApiError proof-needed when the caller has not used a passkey or a recovery code just now */
export function requireFreshProof({ provedAt }: Pick<AdminIdentity, 'provedAt'>, atMs: number): void {
  if (provedAt === undefined || provedAt + FRESH_MS <= atMs) throw new ApiError('proof-needed');
}
