import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PushMessage } from '#contract/http/push.ts';
import type { Job } from '../jobs/job.ts';
import type { Database } from '../storage/database.ts';
import { NO_LANES } from '../storage/lanes.ts';
import type { Write } from '../storage/write-unit.ts';
import type { PushNotifier } from './push-notifier.ts';
import {
  claimDuePushMessages,
  deferPushMessage,
  deletePushMessage,
  hasDuePushMessages,
} from './push-message.repository.ts';
import type { PushMessageRow } from './push-message.repository.ts';
import { PUSH_TIMEOUT_MS } from './push-request.ts';

const MINUTE_MS = 60_000;
/** How far a node's time may differ from the database's, for a moment after the node's clock has jumped. */
const MAX_SKEW_MS = 5_000;
/** Time for an attempt's own reads and writes of the database. */
const DATABASE_MS = 5_000;
/** Longer than an attempt can take, even if the clocks of two nodes differ; then another process may try. */
const CLAIM_MS = PUSH_TIMEOUT_MS + DATABASE_MS + 2 * MAX_SKEW_MS;
/** Pauses before further attempts; after the last one a message is given up. */
const RETRY_PAUSES_MS = [0.5, 2, 10, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);
/** Maximum number of messages that are being sent at the same time. */
const MAX_IN_FLIGHT = 20;
/** How often to look for messages that another process has left behind, or whose pause is over. */
const EVERY_MS = 10_000;
/** How long a stop waits for the answers of push services. */
const STOP_MS = 2_000;

export interface PushSenderOptions {
  readonly database: Pick<Database, 'reader'>;
  readonly write: Write;
  readonly notifier: PushNotifier;
  readonly log: Logger;
  /** Time in ms. */
  readonly now: () => number;
}

/** Sends stored push messages. */
export interface PushSender {
  readonly job: Job;
  /** Looks for messages now. */
  wake(): void;
  /** Waits a moment for messages in flight, then leaves the rest to the next process. */
  stop(): Promise<void>;
}

/**
 * Claims due messages, so that one process sends each, and sends them. A failed message is sent again after growing
 * pauses, until these are used up or it expires. When a process is killed, others take its messages over once its claims have ended.
 */
export function createPushSender({ database, write, notifier, log, now }: PushSenderOptions): PushSender {
  const inFlight = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;

  const claim = async (limit: number): Promise<PushMessageRow[]> => {
    // Checked before the transaction begins, because other writes would wait even for one that changes nothing.
    if (!(await hasDuePushMessages(database.reader, now()))) return [];
    // Nodes that claim at the same time leave out each other's rows.
    return write(({ trx }) => claimDuePushMessages(trx, now(), now() + CLAIM_MS, limit), NO_LANES);
  };

  const settle = async (row: PushMessageRow, isDone: boolean): Promise<void> => {
    const pause = RETRY_PAUSES_MS[row.attempts - 1] ?? Infinity;
    const next = now() + pause;
    await write(({ trx }) => {
      if (isDone || next >= row.expires_at) return deletePushMessage(trx, row);
      // An attempt that was cut off because this process stops does not count.
      return isStopped
        ? deferPushMessage(trx, row, { attempts: row.attempts - 1, next_attempt_at: now() })
        : deferPushMessage(trx, row, { attempts: row.attempts, next_attempt_at: next });
    }, NO_LANES);
  };

  const send = async (row: PushMessageRow): Promise<void> => {
    const { sub, endpoint, created_at, expires_at } = row;
    const isNews = now() < expires_at;
    const message = JSON.parse(row.message) as PushMessage;
    const ageMs = now() - created_at;
    const delivery = isNews ? await notifier.notifyDevice(sub, endpoint, () => message, ageMs) : 'done';
    await settle(row, delivery === 'done');
  };

  /** Starts sending due messages, as many as `MAX_IN_FLIGHT` still allows. */
  const fillOnce = async (): Promise<void> => {
    const room = MAX_IN_FLIGHT - inFlight.size;
    if (room <= 0 || isStopped) return;
    const rows = await claim(room);
    const isMore = rows.length === room;
    for (const row of rows) {
      const sending: Promise<void> = send(row)
        .catch((error: unknown) => log.error({ err: error }, 'the result of a push message was not stored'))
        .finally(() => {
          inFlight.delete(sending);
          if (isMore) wake();
        });
      inFlight.add(sending);
    }
  };

  const fillWhileWoken = async (): Promise<void> => {
    do {
      isAgain = false;
      await fillOnce();
    } while (isAgain);
  };

  const fill = (): Promise<void> => {
    isAgain = true;
    filling ??= fillWhileWoken().finally(() => (filling = undefined));
    return filling;
  };

  const wake = (): void => void fill().catch((error: unknown) => log.error({ err: error }, 'push messages wait'));

  return {
    job: { name: 'send-push', everyMs: EVERY_MS, runsAtStart: true, run: fill },
    wake,
    async stop() {
      isStopped = true;
      await filling?.catch(() => undefined);
      const ended = new AbortController();
      await Promise.race([
        Promise.all(inFlight),
        delay(STOP_MS, undefined, { signal: ended.signal }).catch(() => undefined),
      ]);
      ended.abort();
      notifier.close();
      await Promise.all(inFlight);
    },
  };
}
