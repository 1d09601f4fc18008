import { useSyncExternalStore } from 'react';
import { read, write } from '../storage/device-storage.ts';

/** The administrator's token, good only together with this browser's own cookie. */
const TOKEN_KEY = 'admin_token';
/** Wall time in ms until which the server refuses passwords from here. */
const BLOCKED_UNTIL_KEY = 'admin_blocked_until';

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may log in or exit, too.
  addEventListener('storage', tell);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', tell);
  };
}

/** The stored token of an administrator; null when there is none. */
export const readAdminToken = (): string | null => read(TOKEN_KEY);

export function storeAdminToken(token: string): void {
  write(TOKEN_KEY, token);
  write(BLOCKED_UNTIL_KEY, '');
  tell();
}

export function clearAdminToken(): void {
  write(TOKEN_KEY, '');
  tell();
}

/** The stored token, live, in every tab. */
export const useAdminToken = (): string | null => useSyncExternalStore(subscribe, readAdminToken, () => null);

/** Wall time in ms until which nobody can log in here; 0 when somebody can. For show only: the server decides. */
export function readBlockedUntil(): number {
  const untilMs = Number(read(BLOCKED_UNTIL_KEY));
  return untilMs > Date.now() ? untilMs : 0;
}

export function storeBlockedUntil(untilMs: number): void {
  write(BLOCKED_UNTIL_KEY, String(untilMs));
  tell();
}

export function clearBlock(): void {
  write(BLOCKED_UNTIL_KEY, '');
  tell();
}

export const useBlockedUntil = (): number => useSyncExternalStore(subscribe, readBlockedUntil, () => 0);
