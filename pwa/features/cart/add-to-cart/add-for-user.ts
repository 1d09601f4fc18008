import type { ConditionKey } from '#contract/conditions.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { waitForUserData } from '#pwa/platform/storage/user-data.ts';
import type { Card } from '#contract/blocks/card.ts';
import { addItem } from './add-item.ts';

/** Adds one unit to a user's cart and returns the message to show. */
export async function addForUser(sub: string, card: Card, condition: ConditionKey): Promise<string> {
  const data = await waitForUserData(sub);
  return data ? addItem(data, card, condition) : addToCartMessages.failed;
}
