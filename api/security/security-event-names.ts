/** The severity of an event: `warn` marks one that an operator should look at when it repeats. */
export type SecurityLevel = 'info' | 'warn';

interface SecurityEventKind {
  readonly level: SecurityLevel;
  /** For `docs/operating/security-events.md`, which lists each event. */
  readonly description: string;
}

/** Every security event of the log. */
export const SECURITY_EVENTS = {
  'call-unauthenticated': {
    level: 'info',
    description: 'a call without a valid session or token (401); at most sixty a minute per network',
  },
  'call-forbidden': {
    level: 'warn',
    description: 'a call that its caller may not make (403); at most sixty a minute per network',
  },
  'call-rate-limited': { level: 'warn', description: 'a call beyond a limit (429); at most six a minute per network' },

  'signed-in': { level: 'info', description: 'a shopper signed in' },
  'sign-in-failed': { level: 'warn', description: 'a credential was rejected, or its nonce was used or expired' },
  'signed-out': { level: 'info', description: 'a shopper signed out' },
  'session-revoked': { level: 'info', description: 'a shopper ended one of their sessions' },
  'sessions-revoked': { level: 'info', description: 'a shopper ended all of their sessions, or all others' },

  'admin-login-succeeded': { level: 'info', description: 'the administrators’ password was right' },
  'admin-login-failed': { level: 'warn', description: 'the administrators’ password was wrong' },
  'admin-login-blocked': { level: 'warn', description: 'failed logins blocked a network or a device for a while' },
  'admin-logged-out': { level: 'info', description: 'an administrator logged out' },
  'admin-passkey-succeeded': { level: 'info', description: 'an administrator logged in with a passkey' },
  'admin-passkey-failed': {
    level: 'warn',
    description: 'a passkey was rejected: malformed, unknown, replayed, of another origin, or with a cloned counter',
  },
  'admin-recovery-succeeded': { level: 'warn', description: 'an administrator logged in with a recovery code' },
  'admin-recovery-failed': { level: 'warn', description: 'a recovery code was wrong or used before' },
  'admin-password-changed': { level: 'warn', description: 'the administrators’ password changed; all tokens ended' },

  'passkey-registered': { level: 'warn', description: 'a passkey was registered' },
  'passkey-registration-failed': { level: 'warn', description: 'a registration of a passkey was rejected' },
  'passkey-removed': { level: 'warn', description: 'a passkey was removed' },
  'administrator-added': { level: 'warn', description: 'an administrator was added' },
  'administrator-changed': { level: 'warn', description: 'the access or the name of an administrator changed' },
  'administrator-change-rejected': {
    level: 'warn',
    description: 'a change of administrators, their passkeys or sessions was rejected',
  },
  'administrator-revoked': { level: 'warn', description: 'an administrator was revoked' },
  'admin-session-revoked': { level: 'info', description: 'a session of an administrator was ended' },
  'admin-access-reset': { level: 'warn', description: 'the console command reset the access of administrators' },

  'personal-data-read': {
    level: 'info',
    description: 'an administrator read orders; once per administrator and hour',
  },
  'personal-data-exported': { level: 'info', description: 'an administrator exported orders or the audit log' },
  'own-data-exported': { level: 'info', description: 'a shopper downloaded their data' },
  'account-deleted': { level: 'info', description: 'a shopper deleted their account' },
  'push-endpoint-rejected': { level: 'warn', description: 'a push subscription named no known push service' },
} as const satisfies Record<string, SecurityEventKind>;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;
