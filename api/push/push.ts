import type { AppContext } from '../app-context.ts';
import type { Route } from '../http/route.ts';
import { createPushNotifier } from './push-notifier.ts';
import type { PushNotifier } from './push-notifier.ts';
import { createPushRoutes } from './push.routes.ts';
import { openVapidKeys } from './vapid-keys.ts';

/** Web push: subscriptions and sending. */
export interface Push extends PushNotifier {
  readonly routes: readonly Route[];
}

/** Builds web push with the key pair of the settings, or of the database. */
export async function createPush(
  context: Pick<AppContext, 'config' | 'database' | 'write' | 'log' | 'now'>,
): Promise<Push> {
  const { config, database, write, log, now } = context;
  const keys = config.push.keys ?? (await openVapidKeys(database));
  const { contact } = config.push;
  return {
    ...createPushNotifier({ database, write, keys, contact, log }),
    routes: createPushRoutes({ write, publicKey: keys.publicKey, allowsLoopback: config.isDemo, now }),
  };
}
