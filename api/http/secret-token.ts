import { createHash, randomBytes } from 'node:crypto';

/** Creates a token of 256 random bits, after a prefix that names its purpose. */
export const createSecretToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** Hashes a token for storage: enough to recognize it, useless to a reader of the database. */
export const hashSecretToken = (token: string): string => createHash('sha256').update(token).digest('hex');
