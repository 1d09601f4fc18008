import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MAIL_PROBLEMS } from '#contract/account/mail-problem.ts';
import type { Job } from '../jobs/job.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import type { Mailer, MailMessage, MailResult } from './mailer.ts';
import { findMailTarget } from './mail-target.ts';
import { claimDueMails, deleteMail, hasDueMails, settleMail } from './order-mail.repository.ts';
import type { ClaimedMail } from './order-mail.repository.ts';
import { isCurrent, renderLetter } from './render-letter.ts';
import type { Shop } from './render-letter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses before further attempts; the last one repeats. */
const RETRY_DELAYS_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS] as const;
/** After this time an e-mail is of no use any more; mail servers, too, give up by then. */
const MAX_AGE_MS = 72 * HOUR_MS;
/** Maximum number of e-mails sent at a time. */
const MAX_IN_FLIGHT = 5;

export interface SendMailsOptions {
  readonly database: Pick<Database, 'reader'>;
  readonly write: Write;
  readonly changes: Pick<OrderChanges, 'update'>;
  readonly mailer: Mailer;
  readonly getShop: () => Shop;
  /** Longer than an attempt can take: afterwards another process may try. */
  readonly claimMs: number;
  readonly everyMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * Sends the e-mails about orders. A row is claimed durably before its attempt and marked after it. A server that goes silent between the end of a
 * message and its answer has taken the message or not, and cannot be asked: the attempt is repeated with the same message id and boundaries,
 * because a second copy, which most mailboxes recognize by this id, is better than none.
 */
export function createSendMailsJob(options: SendMailsOptions): Job {
  const { database, write, changes, mailer, getShop, claimMs, everyMs, log, now } = options;

  /** Claims e-mails and renders them; those that no longer fit their order's status are deleted. */
  const claim = async (limit: number): Promise<Attempt[]> => {
    // Other writes would wait for a transaction that changes nothing.
    if (!(await hasDueMails(database.reader, now()))) return [];
    return write(async (unit) => {
      const { trx } = unit;
      const attempts: Attempt[] = [];
      for (const mail of await claimDueMails(trx, now(), now() + claimMs, limit)) {
        const order = await findOrder(trx, mail.order_id);
        if (!order || !isCurrent(mail.kind, order)) {
          await deleteMail(trx, mail.id);
          continue;
        }
        const { to, isVerified } = await findMailTarget(trx, order);
        if (to === '') {
          await settle(unit, mail, 'failed', now(), MAIL_PROBLEMS.noAddress);
          continue;
        }
        const letter = renderLetter(mail.kind, order, getShop(), isVerified ? 'buyer' : 'unverified');
        attempts.push({ mail, message: { id: mail.id, to, ...letter, dateMs: mail.created_at } });
      }
      return attempts;
    });
  };

  const store = (unit: WriteUnit, mail: ClaimedMail, result: MailResult): Promise<void> => {
    const at = now();
    if (result.kind === 'accepted') return settle(unit, mail, 'sent', at, '');
    if (result.kind === 'rejected') return settle(unit, mail, 'failed', at, result.reason);
    if (at - mail.created_at > MAX_AGE_MS)
      return settle(unit, mail, 'failed', at, `${MAIL_PROBLEMS.givenUp}: ${result.reason}`);
    const pause = RETRY_DELAYS_MS[Math.min(mail.attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
    return settle(unit, mail, 'waiting', at + pause);
  };

  /** `problem` is shown to administrators: an empty one removes an earlier problem, undefined keeps it. */
  const settle = async (
    unit: WriteUnit,
    mail: ClaimedMail,
    state: 'waiting' | 'sent' | 'failed',
    nextAttemptAt: number,
    problem?: string,
  ): Promise<void> => {
    const isOurs = await settleMail(unit.trx, mail, { state, next_attempt_at: nextAttemptAt, updated_at: now() });
    if (!isOurs || problem === undefined) return;
    const order = await findOrder(unit.trx, mail.order_id);
    if (order && order.mail_problem !== problem) await changes.update(unit, order, { mail_problem: problem });
  };

  const send = async ({ mail, message }: Attempt): Promise<void> => {
    const result = await mailer.send(message);
    if (result.kind !== 'accepted') {
      const { order_id: order, kind: mailKind, attempts } = mail;
      // The reason is not logged: a server's answer can contain the buyer's address.
      log.warn({ order, mailKind, attempts, result: result.kind, code: result.code }, 'e-mail was not sent');
    }
    await write((unit) => store(unit, mail, result));
  };

  /** Starts attempts while there is room among those in flight. */
  const fill = async (inFlight: Set<Promise<void>>): Promise<void> => {
    const room = MAX_IN_FLIGHT - inFlight.size;
    for (const attempt of room > 0 ? await claim(room) : []) {
      const sending: Promise<void> = send(attempt)
        .catch((error: unknown) => log.error({ err: error }, 'the result of an e-mail was not stored'))
        .finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }
  };

  return {
    name: 'send-mails',
    everyMs,
    runsAtStart: true,
    async run() {
      const inFlight = new Set<Promise<void>>();
      try {
        do {
          await fill(inFlight);
          // An e-mail that the mail server does not answer must not delay others, including those that become due
          // meanwhile.
          await waitForAny(inFlight, everyMs);
        } while (inFlight.size > 0 && !mailer.isClosed());
      } finally {
        // Also after a failed claim: a stop waits for this run, and so for the e-mails that are being sent.
        await Promise.all(inFlight);
      }
    },
  };
}

/** Waits until one of some attempts has ended, a time in ms at most. */
async function waitForAny(attempts: ReadonlySet<Promise<void>>, maxMs: number): Promise<void> {
  if (attempts.size === 0) return;
  const ended = new AbortController();
  try {
    await Promise.race([...attempts, delay(maxMs, undefined, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}

interface Attempt {
  readonly mail: ClaimedMail;
  readonly message: MailMessage;
}
