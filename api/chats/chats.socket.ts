import { randomUUID } from 'node:crypto';
import { ApiError } from '#contract/http/errors.ts';
import type { ChatLists } from './live/chat-lists.ts';
import type { Rooms } from './live/rooms.ts';
import { subOf } from '../realtime/socket-client.ts';
import type { SocketClient } from '../realtime/socket-client.ts';
import type { SocketWrite } from '../realtime/socket-write.ts';
import type { TypingRelay } from './live/typing-relay.ts';
import type { UpHandlers } from '../realtime/up-handlers.ts';
import { lanesOfChat } from './chat-lanes.ts';
import type { ChatsService } from './chats.service.ts';
import type { MessageRate } from './message-rate.ts';

export interface ChatHandlersOptions {
  readonly write: SocketWrite;
  readonly chats: Pick<ChatsService, 'send' | 'markRead'>;
  readonly messageRate: MessageRate;
  readonly rooms: Rooms;
  readonly lists: ChatLists;
  readonly typing: TypingRelay;
}

/** Handles chat events of the socket with the same rules as the outbox, for clients that use events only. */
export function createChatHandlers(
  options: ChatHandlersOptions,
): Omit<UpHandlers, 'ping' | 'registerUser' | 'registerAdmin'> {
  const { write, chats, messageRate, rooms, lists, typing } = options;
  return {
    getChats(client, { participantId }) {
      requireSelf(client, participantId);
      return lists.add(client);
    },
    joinChat(client, data) {
      const { chatId, after } = typeof data === 'string' ? { chatId: data, after: undefined } : data;
      return rooms.join(client, chatId, after);
    },
    leaveChat(client, data) {
      const chatId = typeof data === 'object' ? data.chatId : data;
      rooms.leave(client, chatId);
      if (chatId === undefined) typing.stopAll(client);
      else typing.stop(client, chatId);
    },
    async markAsRead(client, { chatId, seq }) {
      const sub = subOf(client);
      const mark = { chat_id: chatId, ...(seq !== undefined && { seq }) };
      await write(client, (unit) => chats.markRead(unit, sub, mark), lanesOfChat(sub, chatId));
    },
    typing(client, { chatId, userId }) {
      if (isSelf(client, userId)) typing.start(client, chatId);
    },
    stopTyping(client, { chatId, userId }) {
      if (isSelf(client, userId)) typing.stop(client, chatId);
    },
    async sendMessage(client, { chatId, senderGoogleId, clientMsgId = randomUUID(), content, images }) {
      const sub = requireSelf(client, senderGoogleId);
      const body = { chat_id: chatId, message_id: clientMsgId, content, images };
      const { message } = await messageRate.allow(sub, 1, (allowance) =>
        write(
          client,
          (unit) => {
            allowance.begin();
            return chats.send(unit, sub, body, allowance);
          },
          lanesOfChat(sub, chatId),
        ),
      );
      typing.stop(client, chatId);
      return { message };
    },
  };
}

const isSelf = ({ session }: SocketClient, sub: string): boolean => session?.user.sub === sub;

function requireSelf(client: SocketClient, sub: string): string {
  if (subOf(client) !== sub) throw new ApiError('identity-mismatch');
  return sub;
}
