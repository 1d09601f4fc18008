import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { UserData } from '#sync/account/account-api.ts';
import { findUserData, onUserDataChange } from './user-data.ts';

/** The signed-in user's data, to write with; undefined when nobody is signed in. Only for parts that come in files of their own. */
export function useOpenUserData(): UserData | undefined {
  return useSyncExternalStore(onUserDataChange, findUserData, () => undefined);
}

/**
 * What `read` gives of the signed-in user's rows, live: it is read again whenever they change, in whichever tab or worker. Undefined until it
 * has been read, and when nobody is signed in. `dependencies` are what else `read` uses.
 */
export function useUserData<T>(
  read: (data: UserData) => Promise<T>,
  dependencies: readonly unknown[] = [],
): T | undefined {
  const data = useOpenUserData();
  const found = useLiveQuery(async () => {
    if (!data) return undefined;
    // A storage that fails shows nothing; the next change is read together with this one.
    const value = await read(data).catch(() => undefined);
    return { data, value };
  }, [data, ...dependencies]);
  // What was read of a user who signed out is nobody's to see.
  return found?.data === data ? found?.value : undefined;
}
