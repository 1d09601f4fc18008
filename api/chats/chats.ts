import type { AppContext } from '../app-context.ts';
import type { Route } from '../http/route.ts';
import type { Rate } from '../http/token-buckets.ts';
import { createChatRoutes } from './chats.routes.ts';
import { createChatsService } from './chats.service.ts';
import type { ChatsService } from './chats.service.ts';

export interface ChatsOptions {
  /** Messages of one user. */
  readonly messageRate?: Rate;
}

/** Everything around chats: their rules and calls, and the jobs that look after them. */
export interface Chats {
  readonly service: ChatsService;
  readonly routes: readonly Route[];
  start(): Promise<void>;
}

export function createChats(context: AppContext, options: ChatsOptions = {}): Chats {
  const { config, database, write, now } = context;
  const service = createChatsService({
    ...options,
    staff: listStaff(config),
    sellerSub: config.sellerUserId,
    now,
  });
  return {
    service,
    routes: createChatRoutes({ database, write, chats: service }),
    start: () => Promise.resolve(),
  };
}

/** The listed seller and administrators. */
const listStaff = ({ sellerUserId, adminUserIds }: AppContext['config']): string[] => [
  ...new Set([...(sellerUserId === undefined ? [] : [sellerUserId]), ...adminUserIds]),
];
