import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import webPush from 'web-push';
import type { PushMessage } from '#contract/http/push.ts';
import { localeOf } from '../messages/locale.ts';
import type { Locale } from '../messages/locale.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { sendPush } from './push-request.ts';
import { deleteSubscription, listSubscriptions } from './push-subscription.repository.ts';
import type { StoredSubscription } from './push-subscription.repository.ts';
import type { VapidKeys } from '../config/push-settings.ts';

/** How long a push service stores a message for a device that is offline. */
const TTL_SECONDS = 86_400;
/** Longest topic of a message, in characters of base64url. */
const TOPIC_LENGTH = 32;
/** Statuses of a subscription that no longer exists. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** A push service that asks for fewer messages; a failure of its own has a status from 500 on. */
const TOO_MANY = 429;

/** `failed`: the push service was not reached or does not take messages now. Otherwise it has the message, or never takes it. */
export type Delivery = 'done' | 'failed';

/** Composes a message in the language of the device that receives it. */
export type ComposeMessage = (locale: Locale) => PushMessage;
/** Sends a message to a user's devices. */
export type NotifyUser = (sub: string, compose: ComposeMessage) => void;

/** Sends push messages to users' devices, once and without retries: devices rely on their rows, not on push. */
export interface PushNotifier {
  /** Sends to the devices of a user's live sessions, except for one if it is given. Works in the background and logs failures; call it after the commit. */
  notifyUser(sub: string, compose: ComposeMessage, exceptSessionId?: string): void;
  /** Sends to one of a user's devices, if its session is live; resolves in the end, also after a failure, which it logs. */
  notifyDevice(sub: string, endpoint: string, compose: ComposeMessage): Promise<Delivery>;
  /** Aborts requests in flight. */
  close(): void;
}

/** Which devices of a user a message goes to; all by default. */
interface Recipients {
  readonly exceptSessionId?: string;
  readonly endpoint?: string;
}

export interface PushNotifierOptions {
  readonly database: Database;
  readonly write: Write;
  readonly sessions: Pick<Sessions, 'list'>;
  readonly keys: VapidKeys;
  /** The sender's contact for push services: a URL that begins with https: or mailto:. */
  readonly contact: string;
  readonly log: Logger;
}

export function createPushNotifier(options: PushNotifierOptions): PushNotifier {
  const { database, write, sessions, keys, contact, log } = options;
  const closing = new AbortController();

  const sendTo = async (sub: string, subscription: StoredSubscription, compose: ComposeMessage): Promise<Delivery> => {
    const { endpoint, p256dh, auth, language } = subscription;
    const message = compose(localeOf(language));
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
      TTL: TTL_SECONDS,
      // A push service replaces an undelivered message of the same topic.
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, TOPIC_LENGTH),
    });
    const status = await sendPush(request, closing.signal);
    if (GONE.has(status)) await write(({ trx }) => deleteSubscription(trx, sub, endpoint));
    else if (status >= 300) log.warn({ status, service: new URL(endpoint).host }, 'push service rejected a message');
    return status === TOO_MANY || status >= 500 ? 'failed' : 'done';
  };

  const sendToAll = async (sub: string, compose: ComposeMessage, recipients: Recipients = {}): Promise<Delivery> => {
    // An expired session is deleted later than it ends.
    const live = (await sessions.list(sub)).map(({ id }) => id).filter((id) => id !== recipients.exceptSessionId);
    const subscriptions = (await listSubscriptions(database.reader, sub, live)).filter(
      ({ endpoint }) => recipients.endpoint === undefined || endpoint === recipients.endpoint,
    );
    const results = await Promise.allSettled(subscriptions.map((one) => sendTo(sub, one, compose)));
    for (const result of results) {
      if (result.status === 'rejected' && !closing.signal.aborted)
        log.warn({ err: result.reason }, 'sending a push message failed');
    }
    return results.every((result) => result.status === 'fulfilled' && result.value === 'done') ? 'done' : 'failed';
  };

  const send = (sub: string, compose: ComposeMessage, recipients?: Recipients): Promise<Delivery> =>
    sendToAll(sub, compose, recipients).catch((error: unknown) => {
      log.error({ err: error }, 'sending push messages failed');
      return 'failed';
    });

  return {
    notifyUser: (sub, compose, exceptSessionId) =>
      void send(sub, compose, exceptSessionId === undefined ? {} : { exceptSessionId }),
    notifyDevice: (sub, endpoint, compose) => send(sub, compose, { endpoint }),
    close: () => closing.abort(),
  };
}
