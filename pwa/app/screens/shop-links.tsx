import { SHOP_ROWS } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { goToShop } from '../routing/router.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import styles from './message-screen.module.css';

/** Links to all shops, below a message. */
export const ShopLinks = () => (
  <ul className={styles['links']}>
    {SHOP_ROWS.map((shop) => (
      <li key={shop.key}>
        <ShopLink shop={shop} className={buttonClass('secondary')} onFollow={goToShop}>
          {messages.shops[shop.key]}
        </ShopLink>
      </li>
    ))}
  </ul>
);
