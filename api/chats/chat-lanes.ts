import { chatLane, userLane } from '../storage/lanes.ts';
import type { Lane } from '../storage/lanes.ts';

/**
 * The lanes of a unit in which a user adds to a chat or marks it as read. The chat's lane is for the numbers of messages and the read
 * marks. The user's lane is for starting a missing chat: a buyer may start a limited number of chats a day.
 */
export const lanesOfChat = (sub: string, chatId: string): readonly Lane[] => [userLane(sub), chatLane(chatId)];
