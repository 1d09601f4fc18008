import type { AppContext } from '../app-context.ts';
import type { ServerModule } from '../server-module.ts';
import type { Identity } from '../identity/identity.ts';
import type { Job } from '../jobs/job.ts';
import { endForeignSubscriptions } from './end-foreign-subscriptions.ts';
import { createPushMessages } from './push-messages.ts';
import type { PushMessages } from './push-messages.ts';
import { createPushNotifier } from './push-notifier.ts';
import { createPushSender } from './push-sender.ts';
import { createPushRoutes } from './push.routes.ts';
import { createSignInNotices } from './sign-in-notices.ts';
import { openVapidKeys } from './vapid-keys.ts';
import { createWatchNotices } from './watches/watch-notices.job.ts';
import { createWatchRoutes } from './watches/watch.routes.ts';
import { createWatches } from './watches/watch.service.ts';

/** Web push: subscriptions, watched products and sending. */
export interface Push extends PushMessages, ServerModule {
  /** Sends stored push messages. */
  readonly send: Job;
  readonly watchNotices: Job;
}

export interface PushOptions {
  /** Whether http on the loopback interface is accepted as a push service, for tests. */
  readonly allowsLoopback?: boolean;
}

/** Builds web push with the key pair of the settings, or of the database. */
export async function createPush(
  context: Pick<AppContext, 'config' | 'database' | 'write' | 'bus' | 'log' | 'security' | 'now'>,
  { sessions, findSession }: Pick<Identity, 'sessions' | 'findSession'>,
  { allowsLoopback = false }: PushOptions = {},
): Promise<Push> {
  const { config, database, write, bus, log, security, now } = context;
  const keys = config.push.keys ?? (await openVapidKeys(database));
  await endForeignSubscriptions(write, keys.publicKey);
  const { contact, addedServices } = config.push;
  const notifier = createPushNotifier({ database, write, sessions, keys, contact, log });
  const sender = createPushSender({ database, write, notifier, log, now });
  const messages = createPushMessages({ database, write, log, onStored: sender.wake, now });
  const stopNotices = createSignInNotices(bus, messages, config.adminUserIds);
  const { notifyDevice } = notifier;
  const watchNotices = createWatchNotices({ database, write, bus, log, notifyDevice, now });
  return {
    enqueue: messages.enqueue,
    notifyUser: messages.notifyUser,
    stored: messages.stored,
    send: sender.job,
    watchNotices: watchNotices.job,
    jobs: [sender.job, watchNotices.job],
    async stop() {
      stopNotices();
      // Lets a run in flight finish, and messages of committed changes be stored.
      await Promise.all([watchNotices.stop(), messages.stored()]);
      await sender.stop();
    },
    routes: [
      ...createPushRoutes({
        write,
        publicKey: keys.publicKey,
        rules: { addedServices, allowsLoopback },
        findSession,
        security,
        now,
      }),
      ...createWatchRoutes(createWatches({ database, write })),
    ],
  };
}
