import type { User } from '#contract/account/user.ts';

/** Decodes the content of a display token without checking its signature: it is shown and proves nothing. Undefined for a malformed token. */
export function readDisplayToken(token: string) {
  const payload = decodePayload(token.split('.')[1] ?? '');
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { sub, name, email, picture, iat, exp } = payload as Readonly<Record<string, unknown>>;
  /** Until when it is valid, in ms of the server's clock. */
  const expiresAtMs = Number(exp) * 1_000;
  /** How long it is valid after it was issued. The server's clock and the device's cannot be compared. */
  const lifetimeMs = expiresAtMs - (Number(iat) * 1_000 || Date.now());
  if (typeof sub !== 'string' || !/^[\w-]{1,64}$/.test(sub) || !(lifetimeMs > 0)) return undefined;
  return {
    user: { sub, name: textOf(name), email: textOf(email), picture: textOf(picture) } satisfies User,
    lifetimeMs,
    expiresAtMs,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function decodePayload(part: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Truncated, damaged or foreign text.
    return undefined;
  }
}
