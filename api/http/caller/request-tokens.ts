import type { IncomingMessage } from 'node:http';
import { hashSecretToken } from '../secret-token.ts';

/** The cookie in which browsers send a token. */
export interface TokenCookie {
  read(request: IncomingMessage): string | undefined;
  /** Values of `Set-Cookie`. */
  write(token: string): string;
  clear(): string;
}

/**
 * A cookie that no script can read and no other site can send; with https no other host of the domain can set it either. The server decides
 * whether a token is still valid; the cookie lasts as long as a token can.
 */
export function createTokenCookie(plainName: string, isSecure: boolean, maxAgeSeconds: number): TokenCookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    write: (token) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
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

/** Returns the token of `Authorization: Bearer`; empty when the header is malformed, undefined when it is missing. */
export function readBearer(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined ? undefined : (/^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1] ?? '');
}

/** Returns a hash that identifies an administrator's token without storing it; a call without a token has the hash of an empty text. */
export const hashBearer = (request: IncomingMessage): string => hashSecretToken(readBearer(request) ?? '');
