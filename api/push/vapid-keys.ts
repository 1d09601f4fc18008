import webPush from 'web-push';
import * as z from 'zod';
import type { VapidKeys } from '../config/push-settings.ts';
import type { Database } from '../storage/database.ts';

const VAPID_KEY = 'vapid_keys';

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Opens the key pair of this database, made once: devices are subscribed under it. */
export async function openVapidKeys(database: Database): Promise<VapidKeys> {
  const value = await database.writer.transaction().execute(async (trx) => {
    const stored = await trx.selectFrom('meta').select('value').where('key', '=', VAPID_KEY).executeTakeFirst();
    if (stored) return stored.value;
    const made = JSON.stringify(webPush.generateVAPIDKeys());
    await trx.insertInto('meta').values({ key: VAPID_KEY, value: made }).execute();
    return made;
  });
  return keysSchema.parse(JSON.parse(value));
}
