import type { Card } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { findLine } from '../cart-entry.ts';
import { readCart } from '../read-cart.ts';

interface InCartProps {
  readonly card: Card;
  readonly condition: ConditionKey | undefined;
}

/** Shows how many units of a product in a condition are in the cart; renders nothing for none. */
export function InCart({ card, condition }: InCartProps) {
  const lines = useUserData(readCart);
  const line = lines && findLine(lines, card, condition);
  return line && addToCartMessages.inCart(line.quantity);
}
