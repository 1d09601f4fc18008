import { randomBytes } from 'node:crypto';
import { SIGN_IN_MINUTES } from '#contract/limits.ts';
import { isSameText, sign } from '../identity-secret.ts';

const LIFE_MS = SIGN_IN_MINUTES * 60_000;

/** Signed nonces: creating one writes nothing, and its signature proves its origin. The sessions record which are used. */
export interface Nonces {
  create(): string;
  /** The expiry of a nonce in ms; undefined when its signature is wrong or it has expired. */
  findExpiry(nonce: string): number | undefined;
}

export function createNonces(key: Buffer, now: () => number): Nonces {
  return {
    create() {
      const text = `${randomBytes(16).toString('base64url')}.${now() + LIFE_MS}`;
      return `${text}.${sign(key, text)}`;
    },
    findExpiry(nonce) {
      const [random, end, signature] = nonce.split('.');
      if (signature === undefined || !isSameText(`${random}.${end}.${sign(key, `${random}.${end}`)}`, nonce)) return;
      return Number(end) > now() ? Number(end) : undefined;
    },
  };
}
