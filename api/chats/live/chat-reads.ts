import type { ChatsService } from '../chats.service.ts';

/** What the socket's side asks of the chats. */
export type ChatReads = Pick<ChatsService, 'requireMember' | 'listMembers' | 'listMessages' | 'listChats'>;
