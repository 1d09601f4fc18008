import { AccountTabs } from '#pwa/features/account/account-tabs.tsx';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { messages } from '#pwa/messages/en.ts';
import { requestSignIn } from '#pwa/platform/sign-in-request.ts';
import { useUser } from '#pwa/platform/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import { goToShop } from '../router.ts';
import { SHOP_ROWS } from '../routes.ts';
import styles from './account-screen.module.css';

const loadCart = () => import('./cart-tab.tsx');

const ignore = (): void => undefined;

/** A user's own page: who is signed in, orders and cart. Nobody's data is shown to nobody. */
export function AccountScreen() {
  const user = useUser();
  const cart = usePart(loadCart, true);
  useDocumentTitle(messages.title(lazyMessages.account.title));
  const openBoxShop = SHOP_ROWS.find(({ offer }) => offer === 'openBox');
  return (
    <div className={styles['account']}>
      <div className={styles['head']}>
        <Button onClick={() => openBoxShop && goToShop(openBoxShop)}>{lazyMessages.account.backToShop}</Button>
        <h1>{lazyMessages.account.title}</h1>
      </div>
      {user ? (
        <AccountTabs orders={null} cart={cart && <cart.CartTab user={user} />} />
      ) : (
        <div className={styles['guard']}>
          <p>{lazyMessages.account.guard}</p>
          <Button look="primary" onClick={() => void requestSignIn().catch(ignore)}>
            {lazyMessages.account.signIn}
          </Button>
        </div>
      )}
    </div>
  );
}
