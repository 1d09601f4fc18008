import type { ConditionKey } from '#contract/conditions.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { findUserData, onUserData } from '#pwa/platform/user-data.ts';
import type { UserData } from '#sync/account/account-api.ts';
import type { Card } from '#contract/blocks/card.ts';
import { addItem } from './add-item.ts';

/** A user's rows are opened right after the page has started; a press may come before. */
const OPENED_WITHIN_MS = 5_000;

/** Puts one unit into a user's cart and gives what is to be said about it. */
export async function addForUser(sub: string, card: Card, condition: ConditionKey): Promise<string> {
  const data = await waitForUserData(sub);
  return data ? addItem(data, card, condition) : lazyMessages.addToCart.failed;
}

function waitForUserData(sub: string): Promise<UserData | undefined> {
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
  const stop = onUserData(() => {
    if (find()) finish();
  });
  const timer = setTimeout(finish, OPENED_WITHIN_MS);
  if (find()) finish();
  return promise;
}
