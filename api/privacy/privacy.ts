import type { AppContext } from '../app-context.ts';
import { listNamedStaff } from '../chats/staff.ts';
import type { ServerModule } from '../server-module.ts';
import type { Identity } from '../identity/identity.ts';
import type { Job } from '../jobs/job.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { createEraseUser } from './erase-user.service.ts';
import { createMyDataRoutes } from './my-data.routes.ts';

export interface PrivacyOptions {
  readonly context: Pick<AppContext, 'config' | 'database' | 'write' | 'buckets' | 'log' | 'security' | 'now'>;
  readonly identity: Pick<Identity, 'findSession'>;
  readonly orderChanges: Pick<OrderChanges, 'setStatus' | 'update'>;
  /** Deletes the files of deleted chats. */
  readonly purgeErased: Job;
}

/** Creates the routes with which users download and delete their data. */
export function createPrivacy({ context, identity, orderChanges, purgeErased }: PrivacyOptions): ServerModule {
  const { config, database, write, buckets, log, security, now } = context;
  const eraseUser = createEraseUser({ write, changes: orderChanges, named: listNamedStaff(config), now });
  const purgeFiles = (): void =>
    void purgeErased.run().catch((error: unknown) => log.error({ err: error }, 'files of deleted chats remain'));
  return {
    routes: createMyDataRoutes({ database, identity, buckets, security, eraseUser, purgeFiles, now }),
  };
}
