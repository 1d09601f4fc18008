import type { IncomingMessage } from 'node:http';
import { MAX_SESSION_DAYS } from '#contract/limits.ts';

/** Where browsers carry their session. */
export interface SessionCookie {
  read(request: IncomingMessage): string | undefined;
  /** Values of `Set-Cookie`. */
  write(token: string): string;
  clear(): string;
}

/** A cookie that no script can read and no other site can send; with https no other host of the domain can set it either. */
export function createSessionCookie(isSecure: boolean): SessionCookie {
  const name = isSecure ? '__Host-sid' : 'sid';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  // The server ends sessions; the cookie is only kept as long as one can last.
  const maxAge = MAX_SESSION_DAYS * 86_400;
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    write: (token) => `${name}=${token}; Max-Age=${maxAge}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/** The token of `Authorization: Bearer`; empty if the header says something else. */
export function readBearer(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined ? undefined : (/^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1] ?? '');
}
