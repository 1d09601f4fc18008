import type { ShopRow } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import styles from './scanner.module.css';

/** Products of one shop. */
export interface ShopCards {
  readonly shop: ShopRow;
  readonly cards: readonly WireCard[];
}

interface FoundProductsProps {
  readonly found: readonly ShopCards[];
  readonly onOpen: (shop: ShopRow, id: number) => void;
}

/** The products that share a code, in one shop or several. */
export const FoundProducts = ({ found, onOpen }: FoundProductsProps) => (
  <ul className={styles['products']}>
    {found.flatMap(({ shop, cards }) =>
      cards.map(({ id, title }) => (
        <li key={`${shop.key}/${id}`}>
          <button type="button" className={styles['product']} onClick={() => onOpen(shop, id)}>
            <span dir="auto">{title}</span>
            <small>{messages.shops[shop.key]}</small>
          </button>
        </li>
      )),
    )}
  </ul>
);
