import * as z from 'zod';
import { isLoopback } from './loopback.ts';

const ADDRESS = String.raw`[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\]+`;
/** An address alone, or a name and an address in angle brackets. */
const SENDER = new RegExp(String.raw`^(?:(?<name>[^<>\p{Cc}]*\S)\s*<(?<named>${ADDRESS})>|(?<alone>${ADDRESS}))$`, 'u');

/** Environment variables of e-mail. */
export const mailEnvironment = {
  // RFC 5321 gives a mail server ten minutes to decide about a message: a client that hangs up earlier and tries again may send it twice.
  MAIL_TIMEOUT: z.coerce.number<string>('a number of seconds').min(0.1).max(3_600).default(600),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be smtp:// or smtps:// and the mail server, such as smtp://user:password@mail.example:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .max(320, 'must have at most 320 characters')
    .regex(SENDER, 'must be an e-mail address, or a name and an address such as Hexlime <orders@shop.example>')
    .optional(),
};

const environmentSchema = z.object(mailEnvironment);

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted from its start; else by STARTTLS. */
  readonly isSecure: boolean;
  /** Whether mail is sent only over an encrypted connection; false (on this machine, or in a trusted network): STARTTLS is not used. */
  readonly requiresTls: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  /** The longest time of an attempt. */
  readonly timeoutMs: number;
  readonly from: { readonly name: string; readonly address: string };
}

/** Returns the settings of e-mail; undefined: none are set, no e-mail is sent. `fail` is called with a sentence about wrong settings. */
export function toMailSettings(
  { SMTP_URL, MAIL_FROM, MAIL_TIMEOUT }: z.output<typeof environmentSchema>,
  fail: (sentence: string) => never,
): MailSettings | undefined {
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return undefined;
  if (SMTP_URL === undefined) return fail('MAIL_FROM needs SMTP_URL: set both or none.');
  if (MAIL_FROM === undefined) return fail('SMTP_URL needs MAIL_FROM: set both or none.');
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(SMTP_URL);
  const options = [...searchParams].map(([name, value]) => `${name}=${value}`);
  const isPlain = options.length === 1 && options[0] === 'tls=off';
  if (hostname === '' || pathname.length > 1 || (options.length > 0 && !(isPlain && protocol === 'smtp:'))) {
    return fail('The setting SMTP_URL is wrong: only ?tls=off may follow the mail server and its port.');
  }
  const isSecure = protocol === 'smtps:';
  const host = decode(hostname, fail).replace(/^\[(.*)\]$/, '$1');
  const { name = '', named, alone = '' } = SENDER.exec(MAIL_FROM)?.groups ?? {};
  return {
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    requiresTls: !isPlain && !isLoopback(host),
    login: username === '' ? undefined : { user: decode(username, fail), pass: decode(password, fail) },
    timeoutMs: MAIL_TIMEOUT * 1_000,
    from: { name: name.replace(/^"(.*)"$/, '$1'), address: named ?? alone },
  };
}

/** Decodes a part of the URL. Its text is not part of the sentence: it can be a password. */
function decode(text: string, fail: (sentence: string) => never): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return fail('The setting SMTP_URL is wrong: write a % in the user or the password as %25.');
  }
}
