import type { ConditionKey } from '#contract/conditions.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { readCart } from '../read-cart.ts';

interface InCartProps {
  readonly productId: number;
  readonly condition: ConditionKey | undefined;
}

/** Shows how many units of a product in a condition are in the cart; renders nothing for none. */
export function InCart({ productId, condition }: InCartProps) {
  const lines = useUserData(readCart);
  const line = lines?.find((other) => other.product_id === productId && other.condition === condition);
  return line && addToCartMessages.inCart(line.quantity);
}
