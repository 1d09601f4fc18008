import { ApiError } from '#contract/http/errors.ts';
import {
  deleteChatReply,
  getChatReplies,
  listChatReplies,
  orderChatReplies,
  saveChatReply,
} from '#contract/http/chat-replies.ts';
import type { AppContext } from '../../app-context.ts';
import { actorOf } from '../../audit/actor.ts';
import { route } from '../../http/route.ts';
import type { Caller, Route } from '../../http/route.ts';
import type { RepliesService } from './replies.service.ts';

/** The endpoints of canned replies: administrators change them, the staff reads them. */
export function createReplyRoutes({ config, database, write }: AppContext, replies: RepliesService): Route[] {
  const nameActor = (caller: Caller) => actorOf(caller, config.adminUserIds);
  return [
    route(getChatReplies, (_call, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      return database.reader.transaction().execute(async (trx) => {
        if ((await replies.findVersionFor(trx, user.sub)) === undefined) throw new ApiError('forbidden');
        return replies.read(trx);
      });
    }),
    route(listChatReplies, () => database.reader.transaction().execute((trx) => replies.read(trx))),
    route(saveChatReply, ({ params, body }, caller) =>
      write((unit) => replies.save(unit, params.id, body, nameActor(caller))),
    ),
    route(deleteChatReply, async ({ params }, caller) => {
      await write((unit) => replies.remove(unit, params.id, nameActor(caller)));
      return undefined;
    }),
    route(orderChatReplies, ({ body }, caller) => write((unit) => replies.order(unit, body.ids, nameActor(caller)))),
  ];
}
