import { frameMessages } from '#pwa/messages/en/frame.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { goToShop } from '../routing/router.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import styles from './message-screen.module.css';

/** The screen of an unknown path, with links to the shops. */
export function NotFoundScreen() {
  useDocumentTitle(messages.title(frameMessages.notFound.title));
  return (
    <div className={styles['message']}>
      <h1>{frameMessages.notFound.title}</h1>
      <p>{frameMessages.notFound.hint}</p>
      <ul className={styles['links']}>
        {SHOP_ROWS.map((shop) => (
          <li key={shop.key}>
            <ShopLink shop={shop} className={buttonClass('secondary')} onFollow={goToShop}>
              {messages.shops[shop.key]}
            </ShopLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
