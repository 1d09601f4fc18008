import type { UserData } from '#sync/api/account-api.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { settleWithin } from '#sync/database/settle-within.ts';
import { StorageBlockedError } from '#sync/database/storage-errors.ts';
import { createObservable } from '../observable.ts';
import { findUser, onSessionChange } from '../session/session.ts';
import { dropCaches } from '#sync/database/drop-caches.ts';
import { requestPersistentStorage } from './request-persistent-storage.ts';

/** How long a call waits for rows that are opened right after the page has started. */
const OPEN_TIMEOUT_MS = 5_000;
/** Pause between two attempts to read rows while storage does not answer. */
const ATTEMPT_PAUSE_MS = 1_000;

const shown = createObservable<UserData | undefined>(undefined);
let isFollowing = false;

/** Whether the device's storage does not answer: the user's rows do not open, perhaps because another tab blocks them, or cannot be read. */
export const isUserDataBlocked = createObservable(false);

/** The signed-in user's rows; undefined without a user, and after a sign-out in any tab. */
export function findUserData(): UserData | undefined {
  if (!isFollowing) {
    isFollowing = true;
    onSessionChange(followSession);
    followSession();
  }
  return shown.get();
}

/** Calls back when the result of `findUserData` has changed. */
export const onUserDataChange = shown.subscribe;

/** Waits for a user's rows to open. Undefined when they are not open after 5 s. */
export async function waitForUserData(sub: string): Promise<UserData | undefined> {
  const find = (): UserData | undefined => {
    const data = findUserData();
    return data?.sub === sub ? data : undefined;
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onUserDataChange(() => void (find() && resolve()));
  if (!find()) await settleWithin(promise, OPEN_TIMEOUT_MS);
  stop();
  return find();
}

function followSession(): void {
  const sub = findUser()?.sub;
  const before = shown.get();
  if (before?.sub === sub) {
    if (before) void reopenIfReplaced(before);
    return;
  }
  before?.close();
  if (sub === undefined) shown.set(undefined);
  else open(sub);
}

function open(sub: string): void {
  const opened = openUserData(sub, {
    onEnqueued: () => {
      requestPersistentStorage();
      sendWhenOnline(sub);
    },
    freeSpace: dropCaches,
    onSilent: () => void watchOpening(opened),
  });
  opened.onClosed(() => {
    if (shown.get() === opened) shown.set(undefined);
    void reopenIfReplaced(opened);
  });
  shown.set(opened);
  void watchOpening(opened);
}

/** Opens the current rows if the user signed out and in again in another tab while this tab did not run. */
async function reopenIfReplaced(data: UserData): Promise<void> {
  if (!(await data.isReplaced())) return;
  const now = shown.get();
  if (findUser()?.sub !== data.sub || (now !== undefined && now !== data)) return;
  data.close();
  if (!shown.get()) open(data.sub);
}

/** Reports while storage does not answer. Once it does, opens the rows again, so that every part of the page reads them anew. */
async function watchOpening(data: UserData): Promise<void> {
  const isBlocked = (): Promise<boolean> =>
    data.state().then(
      () => false,
      (error: unknown) => error instanceof StorageBlockedError,
    );
  let wasBlocked = false;
  while (await isBlocked()) {
    if (shown.get() !== data) return;
    wasBlocked = true;
    isUserDataBlocked.set(true);
    await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS));
  }
  if (shown.get() !== data) return;
  isUserDataBlocked.set(false);
  if (!wasBlocked) return;
  data.close();
  if (!shown.get()) open(data.sub);
}

/** Only some browsers have background sync. */
type WithSync = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } };

/** Registers a background sync, tagged with the user's id, while offline: the service worker then sends the outbox without an open tab. */
function sendWhenOnline(sub: string): void {
  if (navigator.onLine || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready
    .then((registration: WithSync) => registration.sync?.register(sub))
    // Rejected or not supported: the next tab sends.
    .catch(() => undefined);
}
