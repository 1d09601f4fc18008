import { createHash, randomBytes } from 'node:crypto';

/** A new token of 256 random bits, after a prefix that says what it is for. */
export const createSecretToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** What is kept of a token: enough to know it again, of no use to who reads the database. */
export const hashSecretToken = (token: string): string => createHash('sha256').update(token).digest('hex');
