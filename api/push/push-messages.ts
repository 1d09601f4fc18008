import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { PushMessage } from '#contract/http/push.ts';
import { localeOf } from '../messages/locale.ts';
import type { Locale } from '../messages/locale.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { hasDevice, insertPushMessages, listDevices } from './push-message.repository.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_LIFE_MS = 24 * HOUR_MS;

/** Composes a message in the language of the device that receives it. */
export type ComposeMessage = (locale: Locale) => PushMessage;

export interface PushMessageOptions {
  /** The session whose device is left out. */
  readonly exceptSessionId?: string;
  /** For how long the message is news that a push service may still be given; a day by default. */
  readonly lifeMs?: number;
}

/** Stores a message for the devices of a user within the transaction of the change that it tells about. */
export type EnqueuePush = (
  unit: WriteUnit,
  sub: string,
  compose: ComposeMessage,
  options?: PushMessageOptions,
) => Promise<void>;

/** Stores a message for a user's devices in the background, after the commit of what it tells about. */
export type NotifyUser = (sub: string, compose: ComposeMessage, options?: PushMessageOptions) => void;

/** Tells no device: for commands and demo data. */
export const NO_PUSH: EnqueuePush = () => Promise.resolve();

/** Stores messages to users' devices as rows, which survive the process. */
export interface PushMessages {
  readonly enqueue: EnqueuePush;
  readonly notifyUser: NotifyUser;
  /** Waits for what is stored in the background. */
  close(): Promise<void>;
}

export interface PushMessagesOptions {
  readonly database: Pick<Database, 'reader'>;
  readonly write: Write;
  readonly log: Logger;
  /** Called after the commit of a message. */
  readonly onStored: () => void;
  /** Time in ms. */
  readonly now: () => number;
}

/** A message is a row for each device; of one tag only the newest is kept, as on the device. */
export function createPushMessages({ database, write, log, onStored, now }: PushMessagesOptions): PushMessages {
  const storing = new Set<Promise<void>>();

  const enqueue: EnqueuePush = async (unit, sub, compose, { exceptSessionId, lifeMs = DEFAULT_LIFE_MS } = {}) => {
    const devices = await listDevices(unit.trx, sub, exceptSessionId);
    if (devices.length === 0) return;
    const atMs = now();
    const rows = devices.map(({ endpoint, language }) => {
      const message = compose(localeOf(language));
      return {
        id: randomBytes(16).toString('hex'),
        endpoint,
        sub,
        tag: message.tag,
        message: JSON.stringify(message),
        attempts: 0,
        next_attempt_at: atMs,
        created_at: atMs,
        expires_at: atMs + lifeMs,
      };
    });
    await insertPushMessages(unit.trx, rows);
    unit.afterCommit(onStored);
  };

  const store = async (sub: string, compose: ComposeMessage, options?: PushMessageOptions): Promise<void> => {
    // Other writes would wait for a transaction that changes nothing.
    if (await hasDevice(database.reader, sub)) await write((unit) => enqueue(unit, sub, compose, options));
  };

  return {
    enqueue,
    notifyUser(sub, compose, options) {
      const stored: Promise<void> = store(sub, compose, options)
        .catch((error: unknown) => log.error({ err: error }, 'push messages could not be stored'))
        .finally(() => storing.delete(stored));
      storing.add(stored);
    },
    async close() {
      await Promise.all(storing);
    },
  };
}
