import { randomBytes } from 'node:crypto';

/** Without letters that are read as digits: buyers spell these to people. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** A new id of an order: 80 random bits, so that nobody finds another one's. */
export const createOrderId = (): string =>
  `ord_${Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
