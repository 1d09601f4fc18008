import type { ReactNode } from 'react';
import type { Card } from '#contract/blocks/card.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { readCart } from '../read-cart.ts';

interface UnlessInCartProps {
  readonly card: Pick<Card, 'id'>;
  readonly children: ReactNode;
}

/** Renders what helps to choose a product until it is in the cart, in whatever condition. */
export function UnlessInCart({ card, children }: UnlessInCartProps): ReactNode {
  const lines = useUserData(readCart);
  return lines?.some(({ product_id }) => product_id === card.id) ? null : children;
}
