import { MUTATIONS } from '#contract/http/mutations.ts';
import type { MutationName } from '#contract/http/mutations.ts';
import { countUnstoredMessages } from '../chats/message.repository.ts';
import type { MessageName } from '../chats/message.repository.ts';
import type { Queryable } from '../storage/database.ts';

const MESSAGE = 'sendMessage' satisfies MutationName;

/**
 * Counts the chat messages that a push may add. A device that lost the reply to its outbox sends messages that are stored already: they need no
 * tokens of the limit, which other devices of the user may need at the same time.
 */
export async function countNewMessages(db: Queryable, sub: string, ops: readonly unknown[]): Promise<number> {
  const messages = ops.flatMap((operation) => readMessage(operation) ?? []);
  // A single message that is stored already borrows a token until its write unit ends, which costs less than a query before each message.
  return messages.length > 1 ? countUnstoredMessages(db, sub, messages) : messages.length;
}

/** Reads the chat message of an operation; undefined for an invalid message, which is rejected before it needs a token. */
function readMessage(operation: unknown): MessageName | undefined {
  if (typeof operation !== 'object' || operation === null) return undefined;
  if (!('name' in operation) || operation.name !== MESSAGE || !('args' in operation)) return undefined;
  return MUTATIONS[MESSAGE].safeParse(operation.args).data;
}
