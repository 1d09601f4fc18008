import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../storage/database.ts';
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
