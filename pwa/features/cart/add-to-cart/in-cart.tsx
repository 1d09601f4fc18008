import type { Card } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { findLine } from '../cart-entry.ts';
import styles from './add-to-cart.module.css';

interface InCartProps {
  readonly card: Card;
  readonly condition: ConditionKey | undefined;
  /** Whether the result of the last click is shown before this text, which then omits the number of units. */
  readonly hasResult: boolean;
}

/** Shows how many units of a product in a condition are in the cart, with a link to the cart; renders nothing when there are none. */
export function InCart({ card, condition, hasResult }: InCartProps) {
  const lines = useUserData((data) => data.cart());
  const line = lines && findLine(lines, card, condition);
  if (!line) return null;
  return (
    <>
      {!hasResult && addToCartMessages.inCart(line.quantity)} <span aria-hidden="true">·</span>{' '}
      <a
        className={styles['link']}
        href={ACCOUNT_PATH}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          goToAccount('cart');
        }}
      >
        {addToCartMessages.view}
      </a>
    </>
  );
}
