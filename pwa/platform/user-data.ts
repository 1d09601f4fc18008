import type { UserData } from '#sync/account/account-api.ts';
import { openUserData } from '#sync/account/user-data.ts';

let shown: UserData | undefined;
const listeners = new Set<() => void>();

/** Shows the rows of a user from now on, or nobody's. To be called by whoever keeps the session, also after signing in again. */
export function showUserData(sub: string | null): void {
  if (shown?.sub === sub) return;
  shown?.close();
  const opened = sub === null ? undefined : openUserData(sub);
  opened?.onClosed(() => {
    if (shown === opened) set(undefined);
  });
  set(opened);
}

/** The rows that are shown now; undefined when nobody is signed in, and after the user signed out in any tab. */
export const findUserData = (): UserData | undefined => shown;

/** Calls back when other rows are shown. */
export function onUserData(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(data: UserData | undefined): void {
  shown = data;
  for (const listener of listeners) listener();
}
