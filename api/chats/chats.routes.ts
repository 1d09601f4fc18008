import { ApiError } from '#contract/http/errors.ts';
import { listMessages, startChat } from '#contract/http/chats.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { Database } from '../storage/database.ts';
import { userLane } from '../storage/lanes.ts';
import type { Write } from '../storage/write-unit.ts';
import type { ChatsService } from './chats.service.ts';

export interface ChatRoutesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly chats: ChatsService;
}

/** The chat endpoints; messages arrive through the outbox or the socket. */
export function createChatRoutes({ database, write, chats }: ChatRoutesOptions): Route[] {
  return [
    route(startChat, async ({ body: { buyerGoogleId, productId } }) => {
      const { id } = await write((unit) => chats.start(unit, buyerGoogleId, productId), [userLane(buyerGoogleId)]);
      return { id };
    }),

    route(listMessages, ({ params: { chatId }, query }, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      return database.reader.transaction().execute(async (trx) => {
        await chats.requireMember(trx, chatId, user.sub);
        return chats.listMessages(trx, chatId, query);
      });
    }),
  ];
}
