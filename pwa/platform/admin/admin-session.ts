import { useSyncExternalStore } from 'react';
import { onEvents } from '../browser/on-events.ts';
import { createEmitter } from '../observable.ts';
import { read, write } from '../storage/device-storage.ts';

/** The administrator's token; valid only together with this browser's cookie. */
const TOKEN_KEY = 'admin_token';
/** Wall time in ms until which the server rejects passwords from here. */
const BLOCKED_UNTIL_KEY = 'admin_blocked_until';

/** Other tabs log in and out, too. */
const { emit, subscribe } = createEmitter(() => onEvents(globalThis, ['storage'], () => emit()));

function change(key: string, text: string): void {
  write(key, text);
  emit();
}

/** The stored token of an administrator; null when there is none. */
export const readAdminToken = (): string | null => read(TOKEN_KEY);

export function storeAdminToken(token: string): void {
  write(TOKEN_KEY, token);
  change(BLOCKED_UNTIL_KEY, '');
}

export const clearAdminToken = (): void => change(TOKEN_KEY, '');

/** The stored token, live, in every tab. */
export const useAdminToken = (): string | null => useSyncExternalStore(subscribe, readAdminToken, () => null);

/** Wall time in ms until which logging in here is blocked; 0 when it is not. For display: the server decides. */
function readBlockedUntil(): number {
  const untilMs = Number(read(BLOCKED_UNTIL_KEY));
  return untilMs > Date.now() ? untilMs : 0;
}

export const storeBlockedUntil = (untilMs: number): void => change(BLOCKED_UNTIL_KEY, String(untilMs));

export const clearBlock = (): void => change(BLOCKED_UNTIL_KEY, '');

export const useBlockedUntil = (): number => useSyncExternalStore(subscribe, readBlockedUntil, () => 0);
