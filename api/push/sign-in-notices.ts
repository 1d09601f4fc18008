import { ACCOUNT_PATH } from '#contract/screens.ts';
import type { EventBus } from '../storage/event-bus.ts';
import type { PushNotifier } from './push-notifier.ts';

const ADMIN_PATH = '/admin';

/**
 * Tells a user's other devices of a new sign-in, and the listed administrators of an administrator's login. Returns a function that ends
 * this.
 */
export function createSignInNotices(
  bus: Pick<EventBus, 'subscribe'>,
  { notifyUser }: Pick<PushNotifier, 'notifyUser'>,
  adminUserIds: readonly string[],
): () => void {
  return bus.subscribe((event) => {
    if (event.type === 'signed-in') {
      const message = {
        title: 'New sign-in',
        body: `${event.device} signed in to your account. If this was not you, log that device out.`,
        tag: `sign-in ${event.sessionId}`,
        path: ACCOUNT_PATH,
      };
      notifyUser(event.sub, message, event.sessionId);
    } else if (event.type === 'admin-logged-in') {
      const message = {
        title: 'Administrator logged in',
        body: `${event.name ?? 'An administrator'}: ${event.device}. If you do not expect this, end the session.`,
        tag: 'admin-login',
        path: ADMIN_PATH,
      };
      for (const sub of adminUserIds) notifyUser(sub, message);
    }
  });
}
