import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import type { UserData } from '#sync/account/account-api.ts';
import { openUserData } from '#sync/account/user-data.ts';
import { sendWhenOnline } from '../service-worker/background-sync.ts';
import { requestPersistentStorage } from './request-persistent-storage.ts';
import { findUser, onSessionChange } from '../session/session.ts';

let shown: UserData | undefined;
let isFollowing = false;
const listeners = new Set<() => void>();

/** The rows of whoever is signed in; undefined when nobody is, and after the user signed out in any tab. */
export function findUserData(): UserData | undefined {
  if (!isFollowing) {
    isFollowing = true;
    onSessionChange(followSession);
    followSession();
  }
  return shown;
}

/** Calls back when other rows are shown. */
export function onUserDataChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function followSession(): void {
  const sub = findUser()?.sub;
  if (shown?.sub === sub) return;
  shown?.close();
  const opened = sub === undefined ? undefined : open(sub);
  opened?.onClosed(() => {
    if (shown === opened) show(undefined);
  });
  show(opened);
}

const open = (sub: string): UserData =>
  openUserData(sub, {
    onEnqueued: () => {
      requestPersistentStorage();
      sendWhenOnline(sub);
    },
    freeSpace: () => caches.delete(IMAGE_CACHE),
  });

function show(data: UserData | undefined): void {
  shown = data;
  for (const listener of listeners) listener();
}
