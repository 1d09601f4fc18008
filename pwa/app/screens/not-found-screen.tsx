import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { messages } from '#pwa/messages/en.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { goToShop } from '../router.ts';
import { SHOP_ROWS } from '../routes.ts';
import { ShopLink } from '../shop-link.tsx';
import styles from './message-screen.module.css';

/** An address that leads nowhere, with the way to the shops. */
export function NotFoundScreen() {
  useDocumentTitle(messages.title(lazyMessages.notFound.title));
  return (
    <div className={styles['message']}>
      <h1>{lazyMessages.notFound.title}</h1>
      <p>{lazyMessages.notFound.hint}</p>
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
