import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import type { PushMessage } from '#contract/http/push.ts';
import type { Locale } from '../messages/locale.ts';
import type { EventBus } from '../storage/events/event-bus.ts';
import type { PushMessages } from './push-messages.ts';

const ADMIN_PATH = '/admin';

/**
 * Notifies a user's other devices of a new sign-in, and the listed administrators of an administrator's login. Returns a function that stops
 * the notices.
 */
export function createSignInNotices(
  bus: Pick<EventBus, 'subscribe'>,
  { notifyUser }: Pick<PushMessages, 'notifyUser'>,
  adminUserIds: readonly string[],
): () => void {
  return bus.subscribe((event) => {
    if (event.type === 'signed-in') {
      const compose = ({ texts: { push } }: Locale): PushMessage => ({
        title: push.signedIn,
        body: push.signedInOn(push.device(event.browser, event.system)),
        tag: `sign-in ${event.sessionId}`,
        path: ACCOUNT_PATH,
      });
      notifyUser(event.sub, compose, { exceptSessionId: event.sessionId });
    } else if (event.type === 'admin-logged-in') {
      const compose = ({ texts: { push } }: Locale): PushMessage => ({
        title: push.administratorLoggedIn,
        body: push.administratorLoggedInOn(event.name, push.device(event.browser, event.system)),
        tag: 'admin-login',
        path: ADMIN_PATH,
      });
      for (const sub of adminUserIds) notifyUser(sub, compose);
    }
  });
}
