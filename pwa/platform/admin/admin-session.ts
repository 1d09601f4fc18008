import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../storage/stored-value.ts';

/** The administrator's token; valid only together with this browser's cookie. */
const token = createStoredValue<string | null>({
  key: 'admin_token',
  parse: (text) => ({ value: text }),
  format: (value) => value ?? '',
});
/** Wall time in ms until which the server rejects passwords from here. */
const blockedUntil = createStoredValue<number>({
  key: 'admin_blocked_until',
  parse: (text) => ({ value: Number(text) }),
  format: (untilMs) => (untilMs > 0 ? String(untilMs) : ''),
});

/** The stored token of an administrator; null when there is none. */
export const readAdminToken = token.get;

export function storeAdminToken(next: string): void {
  token.update(() => next);
  clearBlock();
}

export const clearAdminToken = (): void => token.update(() => null);

/** The stored token, live: changes in other tabs count, too. */
export const useAdminToken = (): string | null => useSyncExternalStore(token.subscribe, token.get, () => null);

export const storeBlockedUntil = (untilMs: number): void => blockedUntil.update(() => untilMs);

export const clearBlock = (): void => blockedUntil.update(() => 0);

/** Wall time in ms until which logging in here is blocked; 0 when it is not. For display: the server decides. */
export const useBlockedUntil = (): number =>
  useSyncExternalStore(
    blockedUntil.subscribe,
    () => (blockedUntil.get() > Date.now() ? blockedUntil.get() : 0),
    () => 0,
  );
