import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { PushMessage } from '#contract/http/push.ts';
import { localeOf } from '../messages/locale.ts';
import type { Locale } from '../messages/locale.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { NO_LANES } from '../storage/lanes.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { hasDevice, insertPushMessages, listDevices } from './push-message.repository.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_LIFE_MS = 24 * HOUR_MS;

/** Composes a message in the language of the device that receives it. */
export type ComposeMessage = (locale: Locale) => PushMessage;

export interface PushMessageOptions {
  /** The session whose device is left out. */
  readonly exceptSessionId?: string;
  /** For how many ms after it is stored the message may be sent to a push service; a day by default. */
  readonly lifeMs?: number;
  /** Called within the transaction that stores the message; returns false when the message's subject is deleted. */
  readonly isCurrent?: (db: Queryable) => Promise<boolean>;
}

/** Stores a message for the devices of a user within the transaction of the change that it reports. */
export type EnqueuePush = (
  unit: WriteUnit,
  sub: string,
  compose: ComposeMessage,
  options?: PushMessageOptions,
) => Promise<void>;

/** Stores a message for a user's devices in the background, after the commit of the change that it reports. */
export type NotifyUser = (sub: string, compose: ComposeMessage, options?: PushMessageOptions) => void;

/** Stores no message: for commands and demo data. */
export const NO_PUSH: EnqueuePush = () => Promise.resolve();

/** Stores messages to users' devices as rows, which survive the process. */
export interface PushMessages {
  readonly enqueue: EnqueuePush;
  readonly notifyUser: NotifyUser;
  /** Waits until all messages of `notifyUser` are stored, or have failed. */
  stored(): Promise<void>;
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

/** Stores a message as one row for each device. Of the messages of one tag only the newest is kept, as on the device itself. */
export function createPushMessages({ database, write, log, onStored, now }: PushMessagesOptions): PushMessages {
  const storing = new Set<Promise<void>>();

  const enqueue: EnqueuePush = async (unit, sub, compose, options = {}) => {
    const { exceptSessionId, lifeMs = DEFAULT_LIFE_MS, isCurrent } = options;
    const devices = await listDevices(unit.trx, sub, exceptSessionId);
    if (devices.length === 0 || (isCurrent && !(await isCurrent(unit.trx)))) return;
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
    // Checked before the transaction begins, because other writes would wait even for one that changes nothing.
    if (!(await hasDevice(database.reader, sub))) return;
    // No lanes are needed: units that end a subscription or delete the message's subject exclude all others, or wait for the row locks.
    await write((unit) => enqueue(unit, sub, compose, options), NO_LANES);
  };

  return {
    enqueue,
    notifyUser(sub, compose, options) {
      const stored: Promise<void> = store(sub, compose, options)
        .catch((error: unknown) => log.error({ err: error }, 'push messages could not be stored'))
        .finally(() => storing.delete(stored));
      storing.add(stored);
    },
    async stored() {
      await Promise.all(storing);
    },
  };
}
