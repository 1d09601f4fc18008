import { ERRORS } from '#contract/http/error-codes.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { CallSource, RejectionListener } from '../http/caller/call-source.ts';
import { displayNetworkOf } from '../http/caller/client-network.ts';
import { createTokenBuckets } from '../limits/token-buckets.ts';
import type { Rate } from '../limits/token-buckets.ts';
import type { SecurityEventName } from './security-event-names.ts';
import type { SecurityEvents } from './security-events.ts';

/** Limits of log lines per network about calls that a caller can make in any number: a flood must not fill the log. */
const LINE_RATES: Readonly<Partial<Record<SecurityEventName, Rate>>> = {
  'call-unauthenticated': { burst: 60, perSecond: 1 },
  'call-forbidden': { burst: 60, perSecond: 1 },
  'call-rate-limited': { burst: 6, perSecond: 0.1 },
};

/**
 * Routes whose rejections, malformed calls included, have an event of their own. The first entry with which a call's route starts decides.
 */
const BY_ROUTE: readonly (readonly [route: string, name: SecurityEventName])[] = [
  ['/api/login/passkey', 'admin-passkey-failed'],
  ['/api/login/recovery', 'admin-recovery-failed'],
  ['/api/administrators/me/proof', 'admin-passkey-failed'],
  ['/api/administrators/registration', 'passkey-registration-failed'],
];

/** Below this route, rejected writes without another event are `administrator-change-rejected`. */
const ADMINISTRATORS_ROUTE = '/api/administrators';

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
  const lines = new Map(Object.entries(LINE_RATES).map(([name, rate]) => [name, createTokenBuckets(rate, now)]));
  return (code, request) => {
    const name = nameOf(code, request);
    if (name === undefined) return;
    if (lines.get(name)?.take(displayNetworkOf(request.address)) !== undefined) return;
    security.note({ name, request, detail: { code } });
  };
}

function nameOf(code: ErrorCode, { method, route }: CallSource): SecurityEventName | undefined {
  const { status } = ERRORS[code];
  const byStatus = BY_STATUS[status];
  // Limits and faults say nothing about a credential, so route and code do not matter.
  if (status === 429 || status >= 500) return byStatus;
  const byRoute = BY_ROUTE.find(([start]) => route.startsWith(start))?.[1];
  if (byRoute !== undefined) return byRoute;
  const isChange = method !== 'GET' && route.startsWith(ADMINISTRATORS_ROUTE);
  return BY_CODE[code] ?? byStatus ?? (isChange ? 'administrator-change-rejected' : undefined);
}
