import type { IncomingMessage } from 'node:http';
import { hashSecretToken } from './secret-token.ts';

/** Where browsers carry a token. */
export interface TokenCookie {
  read(request: IncomingMessage): string | undefined;
  /** Values of `Set-Cookie`. */
  write(token: string): string;
  clear(): string;
}

/**
 * A cookie that no script can read and no other site can send; with https no other host of the domain can set it either. The server decides
 * what a token is worth; the cookie is only kept as long as that can last.
 */
export function createTokenCookie(plainName: string, isSecure: boolean, maxAgeDays: number): TokenCookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    write: (token) => `${name}=${token}; Max-Age=${maxAgeDays * 86_400}; ${attributes}`,
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

/** What tells one administrator's token from another without keeping it: a hash; that of nothing when the call carries none. */
export const hashBearer = (request: IncomingMessage): string => hashSecretToken(readBearer(request) ?? '');
