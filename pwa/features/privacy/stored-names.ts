import type { privacyMessages } from '#pwa/messages/en/privacy.ts';

export type StoreKind = 'cookie' | 'local' | 'session' | 'database' | 'cache';

/** Something that the pages or the server store in a browser. */
export interface StoredName {
  readonly kind: StoreKind;
  /** A `*` at the end stands for any text. With https, names of cookies that the server sets begin with `__Host-`. */
  readonly name: keyof typeof privacyMessages.purposes;
  /** Who stores it: every visitor's page, that of a signed-in user, or the administration. */
  readonly part: 'visitor' | 'user' | 'administrator';
}

/** Everything that Hexlime stores in a browser; what each is for is in `privacyMessages.purposes`, by its name. */
export const STORED_NAMES: readonly StoredName[] = [
  { kind: 'cookie', name: 'sid', part: 'user' },
  { kind: 'cookie', name: 'sign-in', part: 'user' },
  { kind: 'cookie', name: 'device', part: 'administrator' },
  { kind: 'cookie', name: 'language', part: 'visitor' },
  { kind: 'local', name: 'theme', part: 'visitor' },
  { kind: 'local', name: 'browse:*', part: 'visitor' },
  { kind: 'local', name: 'recently-viewed', part: 'visitor' },
  { kind: 'local', name: 'wish-list', part: 'visitor' },
  { kind: 'local', name: 'wish-list-damaged', part: 'visitor' },
  { kind: 'local', name: 'saved-offers', part: 'visitor' },
  { kind: 'local', name: 'saved-offers-damaged', part: 'visitor' },
  { kind: 'local', name: 'watch-settings', part: 'visitor' },
  { kind: 'local', name: 'compare', part: 'visitor' },
  { kind: 'local', name: 'builds', part: 'visitor' },
  { kind: 'local', name: 'builds-damaged', part: 'visitor' },
  { kind: 'local', name: 'seen-prices', part: 'visitor' },
  { kind: 'local', name: 'wanted-item', part: 'visitor' },
  { kind: 'local', name: 'single-keys', part: 'visitor' },
  { kind: 'local', name: 'data-images', part: 'visitor' },
  { kind: 'local', name: 'data-details', part: 'visitor' },
  { kind: 'local', name: 'auth_token', part: 'user' },
  { kind: 'local', name: 'auth_admin', part: 'user' },
  { kind: 'local', name: 'auth_until', part: 'user' },
  { kind: 'local', name: 'account_tab', part: 'user' },
  { kind: 'local', name: 'shipping:*', part: 'user' },
  { kind: 'local', name: 'to-pay', part: 'user' },
  { kind: 'local', name: 'chat-sound', part: 'user' },
  { kind: 'local', name: 'push-declined', part: 'user' },
  { kind: 'local', name: 'admin_*', part: 'administrator' },
  { kind: 'session', name: 'recovered', part: 'visitor' },
  { kind: 'database', name: 'hexlime-catalog', part: 'visitor' },
  { kind: 'database', name: 'hexlime-visitor', part: 'visitor' },
  { kind: 'database', name: 'hexlime-data-use', part: 'visitor' },
  { kind: 'database', name: 'hexlime-session-index', part: 'visitor' },
  { kind: 'database', name: 'hexlime-user-*', part: 'user' },
  { kind: 'database', name: 'hexlime-admin', part: 'administrator' },
  { kind: 'cache', name: 'shell', part: 'visitor' },
  { kind: 'cache', name: 'images', part: 'visitor' },
  { kind: 'cache', name: 'first-screens', part: 'visitor' },
  { kind: 'cache', name: 'last-lists', part: 'visitor' },
  { kind: 'cache', name: 'old-addresses', part: 'visitor' },
  { kind: 'cache', name: 'settings', part: 'visitor' },
  { kind: 'cache', name: 'watch-stops', part: 'user' },
  { kind: 'cache', name: 'admin-*', part: 'administrator' },
];

/** Finds the entry of a name that is stored in this browser. */
export const findStoredName = (kind: StoreKind, name: string): StoredName | undefined =>
  STORED_NAMES.find(
    (entry) =>
      entry.kind === kind &&
      (entry.name.endsWith('*') ? name.startsWith(entry.name.slice(0, -1)) : entry.name === name),
  );
