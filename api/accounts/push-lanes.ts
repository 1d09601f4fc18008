import type { MutationName } from '#contract/http/mutations.ts';
import { chatLane, NO_LANES, userLane } from '../storage/lanes.ts';
import type { Lane } from '../storage/lanes.ts';
import type { MutationBatch } from './mutation-batch.ts';
import { readOperation } from './read-operation.ts';

/** A push with more has none: the locks of the database server are limited. */
const MAX_LANES = 16;

/** Which counter an operation takes; undefined: none. Units without lanes may take several, in any order. */
const COUNTERS = {
  addCartItem: 'account',
  setCartQuantity: 'account',
  removeCartItem: 'account',
  startChat: 'chats',
  sendMessage: 'chats',
  markChatRead: 'chats',
  // Also takes that of the shop, because the order's units are free again.
  deleteOrder: 'several',
  recordView: undefined,
} as const satisfies Record<MutationName, 'account' | 'chats' | 'several' | undefined>;

/**
 * Returns the lanes of a push: that of its user, whose results, outboxes, cart and new chats it decides about, and those of the chats. Undefined
 * where it must exclude all units, as when its operations take several counters: an operation tells its number at once, so these cannot be taken last, and in one order for all.
 */
export function findPushLanes({
  client,
  sub,
  ops,
}: Pick<MutationBatch, 'client' | 'sub' | 'ops'>): readonly Lane[] | undefined {
  // Views leave no row.
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
