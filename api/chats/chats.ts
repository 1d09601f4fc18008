import type { AppContext } from '../app-context.ts';
import type { NotifyUser } from '../push/push-messages.ts';
import type { ServerModule } from '../server-module.ts';
import type { Job } from '../jobs/job.ts';
import type { Rate } from '../limits/token-buckets.ts';
import { createChatRoutes } from './chats.routes.ts';
import { createChatsService } from './chats.service.ts';
import type { ChatsService } from './chats.service.ts';
import { createMessageRate } from './message-rate.ts';
import type { MessageRate } from './message-rate.ts';
import { createPurgeErasedJob } from './purge-erased.job.ts';
import { createPurgePhotosJob } from './purge-photos.job.ts';
import { createPhotos } from './photos.ts';
import { createPhotoRoutes } from './photos.routes.ts';
import { createRepliesService } from './replies/replies.service.ts';
import type { RepliesService } from './replies/replies.service.ts';
import { createReplyRoutes } from './replies/replies.routes.ts';
import { createReplyNotices } from './reply-notices.ts';
import { nameSeller } from './staff.repository.ts';
import type { Staff } from './staff.ts';

/** Messages per user; the burst allows for the outbox of a device that was offline. */
const DEFAULT_MESSAGE_RATE: Rate = { burst: 100, perSecond: 2 };

/** Limits that tests may override. */
export interface ChatsOptions {
  /** Messages per user. */
  readonly messageRate?: Rate;
  /** Maximum total size of a user's photos, in bytes. */
  readonly maxUserBytes?: number;
}

/** Chats with their rules, endpoints and jobs. */
export interface Chats extends ServerModule {
  readonly service: ChatsService;
  readonly messageRate: MessageRate;
  readonly replies: RepliesService;
  /** One of the jobs: deletes the files of deleted chats. */
  readonly purgeErased: Job;
}

export interface ChatsParts extends ChatsOptions {
  readonly context: AppContext;
  readonly staff: Staff;
  readonly notifyUser: NotifyUser;
}

export async function createChats({
  context,
  staff,
  notifyUser,
  maxUserBytes,
  ...options
}: ChatsParts): Promise<Chats> {
  const { config, database, write, buckets, blobs, log, now } = context;
  const seller = config.sellerUserId;
  const service = createChatsService({
    listStaff: (db) => staff.list(db),
    sellerSub: seller,
    onSent: createReplyNotices({ database, notifyUser, buckets, log }),
    now,
  });
  const replies = createRepliesService({ staff, now });
  const photos = createPhotos({ database, write, blobs, ...(maxUserBytes !== undefined && { maxUserBytes }), now });
  const purgeErased = createPurgeErasedJob({ database, write, blobs });
  // The configured staff may have changed since the last start.
  await write(async (unit) => {
    await staff.apply(unit);
    await nameSeller(unit.trx, seller ?? '');
  });
  return {
    service,
    messageRate: createMessageRate(buckets.open('messages', options.messageRate ?? DEFAULT_MESSAGE_RATE)),
    replies,
    routes: [
      ...createChatRoutes({ database, write, chats: service }),
      ...createPhotoRoutes({ database, chats: service, write, photos }),
      ...createReplyRoutes(context, replies),
    ],
    purgeErased,
    jobs: [createPurgePhotosJob({ database, write, blobs, now }), purgeErased],
  };
}
