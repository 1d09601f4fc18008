import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** What the server does with one message. */
export type SmtpFault =
  | 'none'
  /** A temporary or permanent rejection of the address, or of the whole message. */
  | { readonly at: 'address' | 'message'; readonly code: number }
  /** The connection ends before the message was sent, or between the server's acceptance and its reply. */
  | 'dropped-before'
  | 'dropped-after'
  /** The server never answers. */
  | 'silent';

/** A message that the server has taken, in the order of arrival. */
export interface Arrival {
  readonly to: string;
  readonly raw: string;
  readonly mail: ParsedMail;
}

/** An SMTP server on this machine that rejects, delays and drops as it is asked. */
export interface FakeSmtp {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Chooses what happens to the next message. */
  next: () => SmtpFault;
  /** Awaited between the acceptance of a message and the reply. */
  beforeAnswer: () => Promise<void>;
  close(): Promise<void>;
}

/** The settings with which a shop's server sends to this SMTP server. */
export const mailEnv = ({ url }: Pick<FakeSmtp, 'url'>) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Hexlime <orders@shop.example>',
});

/** Starts the server; with `isSecure` it has a certificate that cannot be verified. */
export async function startFakeSmtp({ isSecure = false } = {}): Promise<FakeSmtp> {
  const arrivals: Arrival[] = [];
  const faults = new WeakMap<object, SmtpFault>();
  const drop = (session: object): void => {
    for (const connection of server.connections as Set<Connection>) {
      if (connection.session === session) connection.close();
    }
  };

  const server = new SMTPServer({
    secure: isSecure,
    authOptional: true,
    disabledCommands: isSecure ? [] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 10,
    onRcptTo(_address, session, done) {
      const fault = fake.next();
      faults.set(session, fault);
      if (fault === 'dropped-before') drop(session);
      else if (fault !== 'silent') done(rejection(fault, 'address'));
    },
    onData(stream, session, done) {
      const fault = faults.get(session) ?? 'none';
      const take = async (): Promise<void> => {
        const raw = await buffer(stream);
        const rejected = rejection(fault, 'message');
        if (rejected) {
          done(rejected);
          return;
        }
        const [to] = session.envelope.rcptTo;
        arrivals.push({ to: to?.address ?? '', raw: raw.toString(), mail: await simpleParser(raw) });
        await fake.beforeAnswer();
        if (fault === 'dropped-after') drop(session);
        else done();
      };
      // A message whose end has not arrived is not taken.
      take().catch(() => undefined);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const fake: FakeSmtp = {
    url: `${isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    arrivals,
    next: () => 'none',
    beforeAnswer: () => Promise.resolve(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return fake;
}

/** A connection of the server, which the types of the library do not describe. */
interface Connection {
  readonly session: object;
  close(): void;
}

function rejection(fault: SmtpFault, at: 'address' | 'message'): Error | undefined {
  if (typeof fault === 'string' || fault.at !== at) return undefined;
  return Object.assign(new Error(fault.code >= 500 ? 'No such mailbox' : 'Try again later'), {
    responseCode: fault.code,
  });
}
