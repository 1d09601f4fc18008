import type { User } from '#contract/user.ts';

/** What a display token says. */
export interface DisplayToken {
  readonly user: User;
  /** How long it counts from the moment at which it was given. When that was on the server's clock, the device cannot compare. */
  readonly lifetimeMs: number;
  /** Until when it counts, in ms of the server's clock. */
  readonly expiresAtMs: number;
}

/**
 * Reads a display token on the device. Its signature is not looked at: what it says is shown and proves nothing. Undefined for what is
 * no such token.
 */
export function readDisplayToken(token: string): DisplayToken | undefined {
  const payload = decodePayload(token.split('.')[1] ?? '');
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { sub, name, email, picture, iat, exp } = payload as Readonly<Record<string, unknown>>;
  const expiresAtMs = Number(exp) * 1_000;
  const lifetimeMs = expiresAtMs - (Number(iat) * 1_000 || Date.now());
  if (typeof sub !== 'string' || !/^[\w-]{1,64}$/.test(sub) || !(lifetimeMs > 0)) return undefined;
  return {
    user: { sub, name: textOf(name), email: textOf(email), picture: textOf(picture) },
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
    // Cut, damaged or somebody else's text.
    return undefined;
  }
}
