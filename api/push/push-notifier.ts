import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { localeOf } from '../messages/locale.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import type { ComposeMessage } from './push-messages.ts';
import { sendPush } from './push-request.ts';
import { deleteSubscription, findSubscription } from './push-subscription.repository.ts';
import type { StoredSubscription } from './push-subscription.repository.ts';
import type { VapidKeys } from '../config/push-settings.ts';

/** How long a push service stores a message for a device that is offline. */
const TTL_SECONDS = 86_400;
/** Longest topic of a message, in characters of base64url. */
const TOPIC_LENGTH = 32;
/** Statuses of a subscription that no longer exists. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** Status of a push service that asks for fewer messages; its own failures have statuses from 500 on. */
const TOO_MANY = 429;

/** `failed`: the push service was not reached or does not take messages now. `done`: it has the message, or will never take it. */
export type Delivery = 'done' | 'failed';

/** Sends push messages to devices, without retries. */
export interface PushNotifier {
  /**
   * Sends to one of a user's devices, if its session is live. Failures are logged and do not reject. `ageMs`: how old the message is.
   */
  notifyDevice(sub: string, endpoint: string, compose: ComposeMessage, ageMs?: number): Promise<Delivery>;
  /** Aborts requests in flight. */
  close(): void;
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

  const sendTo = async (
    sub: string,
    { endpoint, p256dh, auth, language }: StoredSubscription,
    compose: ComposeMessage,
    ageMs: number,
  ): Promise<Delivery> => {
    const message = compose(localeOf(language));
    // Loaded on demand: most of `web-push` is cryptography that nothing else needs.
    const { default: webPush } = await import('web-push');
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
      TTL: Math.max(0, TTL_SECONDS - Math.floor(ageMs / 1_000)),
      // A push service replaces an undelivered message of the same topic.
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, TOPIC_LENGTH),
    });
    const status = await sendPush(request, closing.signal);
    if (GONE.has(status)) await write(({ trx }) => deleteSubscription(trx, sub, endpoint));
    else if (status >= 300) log.warn({ status, service: new URL(endpoint).host }, 'push service rejected a message');
    return status === TOO_MANY || status >= 500 ? 'failed' : 'done';
  };

  return {
    async notifyDevice(sub, endpoint, compose, ageMs = 0) {
      try {
        // The rows of expired sessions are deleted only later, so their devices are left out here.
        const live = (await sessions.list(sub)).map(({ id }) => id);
        const subscription = await findSubscription(database.reader, { sub, endpoint }, live);
        return subscription ? await sendTo(sub, subscription, compose, ageMs) : 'done';
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'sending a push message failed');
        return 'failed';
      }
    },
    close: () => closing.abort(),
  };
}
