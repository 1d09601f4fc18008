import { randomBytes } from 'node:crypto';
import { SIGN_IN_MINUTES } from '#contract/limits.ts';
import { isSameText, sign } from '../identity-secret.ts';

const LIFE_MS = SIGN_IN_MINUTES * 60_000;

/** Signed nonces: creating one writes nothing, and its signature proves its origin. The sessions record which are used. */
export interface Nonces {
  /** Creates a nonce for a browser. */
  create(browser: string): string;
  /** Returns the expiry of a nonce in ms; undefined when it is not this browser's or has expired. */
  findExpiry(nonce: string, browser: string): number | undefined;
}

export function createNonces(key: Buffer, now: () => number): Nonces {
  return {
    create(browser) {
      const text = `${randomBytes(16).toString('base64url')}.${now() + LIFE_MS}`;
      return `${text}.${sign(key, `${text} ${browser}`)}`;
    },
    findExpiry(nonce, browser) {
      const [random, end, signature] = nonce.split('.');
      if (signature === undefined) return undefined;
      const text = `${random}.${end}`;
      if (!isSameText(`${text}.${sign(key, `${text} ${browser}`)}`, nonce)) return undefined;
      return Number(end) > now() ? Number(end) : undefined;
    },
  };
}
