import { useSyncExternalStore } from 'react';
import { createEmitter } from '../observable.ts';
import { read, write } from '../storage/device-storage.ts';

/** The administrator's token; valid only together with this browser's cookie. */
const TOKEN_KEY = 'admin_token';
/** Wall time in ms until which the server rejects passwords from here. */
const BLOCKED_UNTIL_KEY = 'admin_blocked_until';

/** Other tabs log in and out, too. */
const { emit, subscribe } = createEmitter(() => {
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
});
const onStorage = (): void => emit();

/** The stored token of an administrator; null when there is none. */
export const readAdminToken = (): string | null => read(TOKEN_KEY);

export function storeAdminToken(token: string): void {
  write(TOKEN_KEY, token);
  write(BLOCKED_UNTIL_KEY, '');
  emit();
}

export function clearAdminToken(): void {
  write(TOKEN_KEY, '');
  emit();
}

/** The stored token, live, in every tab. */
export const useAdminToken = (): string | null => useSyncExternalStore(subscribe, readAdminToken, () => null);

/** Wall time in ms until which logging in here is blocked; 0 when it is not. For display: the server decides. */
function readBlockedUntil(): number {
  const untilMs = Number(read(BLOCKED_UNTIL_KEY));
  return untilMs > Date.now() ? untilMs : 0;
}

export function storeBlockedUntil(untilMs: number): void {
  write(BLOCKED_UNTIL_KEY, String(untilMs));
  emit();
}

export function clearBlock(): void {
  write(BLOCKED_UNTIL_KEY, '');
  emit();
}

export const useBlockedUntil = (): number => useSyncExternalStore(subscribe, readBlockedUntil, () => 0);
