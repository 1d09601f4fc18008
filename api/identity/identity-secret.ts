import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { hasTable } from '../storage/has-table.ts';
import { findMeta, storeMeta } from '../storage/meta.repository.ts';

const SECRET_KEY = 'identity_secret';

/** Reads the database's secret, from which other keys are derived; creates it once. */
export async function openIdentitySecret(database: Database): Promise<Buffer> {
  const value = await database.writer.transaction().execute(async (trx) => {
    const stored = await findMeta(trx, SECRET_KEY);
    if (stored !== undefined) return stored;
    const created = randomBytes(32).toString('base64url');
    await storeMeta(trx, SECRET_KEY, created);
    return created;
  });
  return Buffer.from(value, 'base64url');
}

/** Returns the database's secret, without creating it; undefined in one that no server has used. */
export async function findIdentitySecret({ reader }: Pick<Database, 'reader'>): Promise<Buffer | undefined> {
  if (!(await hasTable(reader, 'meta'))) return undefined;
  const stored = await findMeta(reader, SECRET_KEY);
  return stored === undefined ? undefined : Buffer.from(stored, 'base64url');
}

/** Names a shop in its bucket; the same for all servers and copies of its database. */
export const toBlobOwner = (secret: Buffer): string => deriveKey(secret, 'blob-store').toString('base64url');

/** Derives a 256-bit key for one purpose. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** HMAC-SHA256 in base64url. */
export const sign = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Compares two texts in constant time. */
export function isSameText(first: string, second: string): boolean {
  const [one, other] = [Buffer.from(first), Buffer.from(second)];
  return one.length === other.length && timingSafeEqual(one, other);
}
