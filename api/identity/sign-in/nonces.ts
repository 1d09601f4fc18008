import { randomBytes } from 'node:crypto';
import { SIGN_IN_MINUTES } from '#contract/limits.ts';
import { isSameText, sign } from '../identity-secret.ts';

const LIFE_MS = SIGN_IN_MINUTES * 60_000;

/** Nonces that we know again by their signature, so that asking for one writes nothing; which are used up is the sessions' matter. */
export interface Nonces {
  create(): string;
  /** When a nonce of ours ends, in ms; undefined if it is not ours or has ended. */
  findEnd(nonce: string): number | undefined;
}

export function createNonces(key: Buffer, now: () => number): Nonces {
  return {
    create() {
      const text = `${randomBytes(16).toString('base64url')}.${now() + LIFE_MS}`;
      return `${text}.${sign(key, text)}`;
    },
    findEnd(nonce) {
      const [random, end, signature] = nonce.split('.');
      if (signature === undefined || !isSameText(`${random}.${end}.${sign(key, `${random}.${end}`)}`, nonce)) return;
      return Number(end) > now() ? Number(end) : undefined;
    },
  };
}
