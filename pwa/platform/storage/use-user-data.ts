import { Dexie } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { UserData } from '#sync/api/account-api.ts';
import { StorageBlockedError } from '#sync/database/storage-errors.ts';
import { useObservable } from '../use-observable.ts';
import { findUserData, isUserDataBlocked, onUserDataChange } from './user-data.ts';

/** The signed-in user's data, for writing; undefined without a user. Only for lazily loaded parts. */
export function useOpenUserData(): UserData | undefined {
  return useSyncExternalStore(onUserDataChange, findUserData, () => undefined);
}

/** Never resolves: what is shown stays while storage does not answer. Once it does, the rows are opened and read again. */
const NEVER = new Promise<never>(() => undefined);

/** Returns whether the device's storage fails to deliver the signed-in user's rows. */
export const useUserDataBlocked = (): boolean => useObservable(isUserDataBlocked);

/**
 * Returns what `read` finds in the signed-in user's rows, live: it runs again when they change, in any tab or worker. Undefined until the first
 * read is done, and without a user; null when the device cannot be read. `dependencies` are the other values that `read` uses.
 */
export function useUserRead<T>(
  read: (data: UserData) => Promise<T>,
  dependencies: readonly unknown[] = [],
): T | null | undefined {
  const data = useOpenUserData();
  const query = async (): Promise<{ data: UserData; value: T | null } | undefined> => {
    if (!data) return undefined;
    // While storage is blocked, nothing changes; any other failed read yields null, and the next change reads again.
    const value = await read(data).catch((error: unknown) => (error instanceof StorageBlockedError ? NEVER : null));
    return { data, value };
  };
  const found = useLiveQuery(pacedRead(query), [data, ...dependencies]);
  // Rows of a user who signed out must not be shown.
  return found?.data === data ? found?.value : undefined;
}

/** Works as `useUserRead`, but also returns undefined when the device cannot be read. */
export const useUserData = <T>(
  read: (data: UserData) => Promise<T>,
  dependencies: readonly unknown[] = [],
): T | undefined => useUserRead(read, dependencies) ?? undefined;

/** A screen shows no more than one state in this time. */
const FRAME_MS = 16;

/**
 * Wraps a live query's function so that it reads at most once a frame: in a burst of writes, each write would otherwise have to wait for the
 * read that the one before it caused. The first read comes at once; of the calls that wait together only the newest reads, because a live
 * query ignores the others.
 */
export function pacedRead<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let newest = 0;
  return async () => {
    const call = ++newest;
    const waitMs = readAtMs + FRAME_MS - performance.now();
    // A promise of Dexie keeps its zone: the live query observes what is read after this wait.
    if (waitMs > 0) await new Dexie.Promise<void>((resolve) => setTimeout(resolve, waitMs));
    if (call !== newest) return undefined;
    readAtMs = performance.now();
    return read();
  };
}
