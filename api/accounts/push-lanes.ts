import type { MutationName } from '#contract/http/mutations.ts';
import { chatLane, NO_LANES, userLane } from '../storage/lanes.ts';
import type { Lane } from '../storage/lanes.ts';
import type { MutationBatch } from './mutation-batch.ts';
import { readOperation } from './read-operation.ts';

/** A push that needs more lanes excludes all other write units instead: the locks of the database server are limited. */
const MAX_LANES = 16;

/** The counter that an operation takes; undefined for none. A write unit that excludes all others may take several, in any order. */
const COUNTERS = {
  addCartItem: 'account',
  setCartQuantity: 'account',
  removeCartItem: 'account',
  startChat: 'chats',
  sendMessage: 'chats',
  markChatRead: 'chats',
  // Also takes the shop's counter, because the stock that the order reserved may become available again.
  deleteOrder: 'several',
  recordView: undefined,
} as const satisfies Record<MutationName, 'account' | 'chats' | 'several' | undefined>;

/**
 * Returns the lanes of a push: its user's (for results, outboxes, cart and new chats) and those of its chats. Returns undefined when the
 * push must exclude all other write units, for example because its operations take several counters. Concurrent pushes would have to take
 * them at their end and in the same order, but each operation needs its number at once.
 */
export function findPushLanes({
  client,
  sub,
  ops,
}: Pick<MutationBatch, 'client' | 'sub' | 'ops'>): readonly Lane[] | undefined {
  // A visitor sends only views, which leave no row.
  if (sub === undefined) return NO_LANES;
  const counters = new Set<string>();
  const lanes = new Set<Lane>([userLane(sub)]);
  for (const sent of ops) {
    const { operation } = readOperation(client, sent);
    if (!operation || !Object.hasOwn(COUNTERS, operation.name)) continue;
    const counter = COUNTERS[operation.name as MutationName];
    if (counter !== undefined) counters.add(counter);
    const chatId = (operation.args as { readonly chat_id?: unknown } | null)?.chat_id;
    if (typeof chatId === 'string') lanes.add(chatLane(chatId));
  }
  const isOfOneCounter = counters.size <= 1 && !counters.has('several');
  return isOfOneCounter && lanes.size <= MAX_LANES ? [...lanes] : undefined;
}
