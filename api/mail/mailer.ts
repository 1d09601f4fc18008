import { Socket } from 'node:net';
import { MAIL_PROBLEMS } from '#contract/account/mail-problem.ts';
import type { MailSettings } from '../config/mail-settings.ts';

/** A message; `id` is the same in all attempts to send it. */
export interface MailMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Time in ms. */
  readonly dateMs: number;
}

/**
 * The result of an attempt. `rejected`: the mail server takes this message for this address neither now nor later. `deferred`: the mail
 * server was not reached, rejected the message only for now, or has not said whether it took the message.
 */
export type MailResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected' | 'deferred'; readonly reason: string; readonly code: string };

/** Sends messages through the mail server of the settings. */
export interface Mailer {
  send(message: MailMessage): Promise<MailResult>;
  /** Defers all further messages and those in flight; one that the mail server has received in full gets some time to be answered. */
  close(): Promise<void>;
  isClosed(): boolean;
}

/** Time limit to connect, and for the mail server's greeting. */
const CONNECT_TIMEOUT_MS = 30_000;

/** How long a stop waits for answers to messages sent in full; one that was accepted would otherwise be sent again. */
const ANSWER_GRACE_MS = 5_000;

/** Commands whose permanent rejection is about the message or its address. A rejection of any other command is about the shop's login or sender. */
const MESSAGE_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);
const MAX_REASON_LENGTH = 300;

export function createMailer(settings: MailSettings): Mailer {
  const { host, port, isSecure, requiresTls, login, from, timeoutMs } = settings;
  const connectMs = Math.min(CONNECT_TIMEOUT_MS, timeoutMs);
  let isClosed = false;
  const inFlight = new Set<Attempt>();
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  /** Runs an attempt until it ends by itself, by its timeout or because the server stops. */
  const attempt = async (send: (socket: Socket, noteWhole: () => void) => Promise<unknown>): Promise<void> => {
    const socket = new Socket();
    let end = (_reason: string): void => undefined;
    let isWhole = false;
    const ended = new Promise<never>((_resolve, reject) => {
      end = (reason) => {
        socket.destroy();
        // A socket that was destroyed before it began to connect connects all the same.
        socket.once('connect', () => socket.destroy());
        reject(new Error(reason));
      };
    });
    const sending = send(socket, () => (isWhole = true));
    const own: Attempt = { isWhole: () => isWhole, end, settled: Promise.allSettled([Promise.race([sending, ended])]) };
    inFlight.add(own);
    const deadline = setTimeout(() => end(MAIL_PROBLEMS.timeout), timeoutMs);
    try {
      await Promise.race([sending, ended]);
    } finally {
      clearTimeout(deadline);
      inFlight.delete(own);
    }
  };

  return {
    async send({ id, to, subject, text, html, dateMs }) {
      // Loaded with the first message: most servers have no mail settings.
      const { createTransport } = await import('nodemailer');
      if (isClosed) return CLOSED;
      const connection = {
        host,
        port,
        secure: isSecure,
        requireTLS: requiresTls,
        ignoreTLS: !requiresTls,
        ...(login && { auth: login }),
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      const message = {
        from,
        // As an object it is one address, whatever characters it has.
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        date: new Date(dateMs),
        // All attempts send the same bytes, so that a mailbox recognizes a second copy.
        baseBoundary: id,
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      try {
        await attempt((socket, noteWhole) => {
          const transport = createTransport({ ...connection, socket });
          transport.use('stream', (mail, next) => {
            // Once all bytes are read, only the server's answer is missing.
            mail.message.processFunc((bytes) => bytes.once('end', noteWhole));
            next();
          });
          return transport.sendMail(message);
        });
        return { kind: 'accepted' };
      } catch (error) {
        return toResult(error);
      }
    },

    async close() {
      isClosed = true;
      const whole = [...inFlight].filter((one) => one.isWhole());
      for (const one of inFlight) if (!whole.includes(one)) one.end(MAIL_PROBLEMS.stopped);
      const timer = setTimeout(() => {
        for (const one of whole) one.end(MAIL_PROBLEMS.stopped);
      }, ANSWER_GRACE_MS);
      await Promise.all(whole.map(({ settled }) => settled));
      clearTimeout(timer);
    },

    isClosed: () => isClosed,
  };
}

interface Attempt {
  /** Returns whether the message was sent in full. */
  readonly isWhole: () => boolean;
  readonly end: (reason: string) => void;
  readonly settled: Promise<unknown>;
}

const CLOSED: MailResult = { kind: 'deferred', reason: MAIL_PROBLEMS.stopped, code: 'CLOSED' };

function toResult(error: unknown): MailResult {
  const { code, command, responseCode, message } = error as Partial<Record<string, unknown>>;
  const isOwnCheck = code === 'EENVELOPE' && command === 'API';
  const isRejected = MESSAGE_COMMANDS.has(command) && Number(responseCode) >= 500;
  const reason = String(message).replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH);
  return { kind: isOwnCheck || isRejected ? 'rejected' : 'deferred', reason, code: String(responseCode ?? code) };
}
