import type { UserData } from '#sync/account/account-api.ts';
import { findUserData, onUserDataChange } from './user-data.ts';

/** A user's rows are opened right after the page has started; a press may come before. */
const OPEN_TIMEOUT_MS = 5_000;

/** The rows of a user as soon as they are open; undefined when they are not after 5 s. */
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
