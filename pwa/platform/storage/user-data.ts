import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import type { UserData } from '#sync/account/account-api.ts';
import { openUserData } from '#sync/account/user-data.ts';
import { createObservable } from '../observable.ts';
import { sendWhenOnline } from '../service-worker/background-sync.ts';
import { findUser, onSessionChange } from '../session/session.ts';
import { requestPersistentStorage } from './request-persistent-storage.ts';

/** How long a call waits for rows that are opened right after the page has started. */
const OPEN_TIMEOUT_MS = 5_000;

const shown = createObservable<UserData | undefined>(undefined);
let isFollowing = false;

/** The signed-in user's rows; undefined without a user, and after a sign-out in any tab. */
export function findUserData(): UserData | undefined {
  if (!isFollowing) {
    isFollowing = true;
    onSessionChange(followSession);
    followSession();
  }
  return shown.get();
}

/** Calls back when `findUserData` returns other rows. */
export const onUserDataChange = shown.subscribe;

/** Waits for a user's rows to open. Undefined when they are not open after 5 s. */
export function waitForUserData(sub: string): Promise<UserData | undefined> {
  const find = (): UserData | undefined => {
    const data = findUserData();
    return data?.sub === sub ? data : undefined;
  };
  const { promise, resolve } = Promise.withResolvers<UserData | undefined>();
  const finish = (): void => {
    stop();
    clearTimeout(timer);
    resolve(find());
  };
  const stop = onUserDataChange(() => {
    if (find()) finish();
  });
  const timer = setTimeout(finish, OPEN_TIMEOUT_MS);
  if (find()) finish();
  return promise;
}

function followSession(): void {
  const sub = findUser()?.sub;
  const before = shown.get();
  if (before?.sub === sub) return;
  before?.close();
  const opened = sub === undefined ? undefined : open(sub);
  opened?.onClosed(() => {
    if (shown.get() === opened) shown.set(undefined);
  });
  shown.set(opened);
}

const open = (sub: string): UserData =>
  openUserData(sub, {
    onEnqueued: () => {
      requestPersistentStorage();
      sendWhenOnline(sub);
    },
    freeSpace: () => caches.delete(IMAGE_CACHE),
  });
