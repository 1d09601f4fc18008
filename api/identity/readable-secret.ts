import { randomInt } from 'node:crypto';

/** No letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates a secret of 99 random bits, in groups that can be read out. */
export function createReadableSecret(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
  );
  return groups.join('-');
}
