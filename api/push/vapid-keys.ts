import { createRequire } from 'node:module';
import type WebPush from 'web-push';
import * as z from 'zod';
import type { VapidKeys } from '../config/push-settings.ts';
import type { Database } from '../storage/database.ts';

const VAPID_KEY = 'vapid_keys';

/** Loads the library only at the first start, and synchronously, so that the transaction does not pause. */
const generateKeys = (): VapidKeys =>
  (createRequire(import.meta.url)('web-push') as typeof WebPush).generateVAPIDKeys();

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Reads the database's key pair, under which devices are subscribed; generates it once. */
export async function openVapidKeys(database: Database): Promise<VapidKeys> {
  const value = await database.writer.transaction().execute(async (trx) => {
    const stored = await trx.selectFrom('meta').select('value').where('key', '=', VAPID_KEY).executeTakeFirst();
    if (stored) return stored.value;
    const generated = JSON.stringify(generateKeys());
    await trx.insertInto('meta').values({ key: VAPID_KEY, value: generated }).execute();
    return generated;
  });
  return keysSchema.parse(JSON.parse(value));
}
