import { ERRORS } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RejectionListener } from '../http/call-source.ts';
import { displayNetworkOf } from '../http/client-network.ts';
import { createTokenBuckets } from '../http/token-buckets.ts';
import type { SecurityEventName } from './security-event-names.ts';
import type { SecurityEvents } from './security-events.ts';

/** Lines about calls beyond a limit, per network: a flood must not fill the log. */
const LIMITED_RATE = { burst: 6, perSecond: 0.1 };

/** Codes with an event of their own. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, SecurityEventName>>> = {
  'credential-refused': 'sign-in-failed',
  'wrong-password': 'admin-login-failed',
  'passkey-refused': 'admin-passkey-failed',
  'passkey-cloned': 'admin-passkey-failed',
  'recovery-refused': 'admin-recovery-failed',
  'registration-refused': 'passkey-registration-failed',
  'link-expired': 'passkey-registration-failed',
};

const BY_STATUS: Readonly<Record<number, SecurityEventName>> = {
  401: 'call-unauthenticated',
  403: 'call-forbidden',
  429: 'call-rate-limited',
};

/** Returns the listener that notes rejected calls whose rejection concerns access; others are ignored. */
export function createRejectedCallNotes(security: SecurityEvents, now: () => number): RejectionListener {
  const limited = createTokenBuckets(LIMITED_RATE, now);
  return (code, request) => {
    const name = BY_CODE[code] ?? BY_STATUS[ERRORS[code].status];
    if (name === undefined) return;
    if (name === 'call-rate-limited' && limited.take(displayNetworkOf(request.address)) !== undefined) return;
    security.note({ name, request, detail: { code } });
  };
}
