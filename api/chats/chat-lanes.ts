import { chatLane, userLane } from '../storage/lanes.ts';
import type { Lane } from '../storage/lanes.ts';

/**
 * The lanes of a unit in which a user adds to a chat or reads it: numbers of messages and read marks are the chat's; a missing chat is begun by
 * its buyer, whose chats of a day are limited.
 */
export const lanesOfChat = (sub: string, chatId: string): readonly Lane[] => [userLane(sub), chatLane(chatId)];
