import { AccountState } from '#pwa/features/account/account-state.tsx';
import { AccountTabs } from '#pwa/features/account/account-tabs.tsx';
import { LogOutButton } from '#pwa/features/account/log-out-button.tsx';
import { PushOffer } from '#pwa/features/account/push-offer.tsx';
import { PushSwitch } from '#pwa/features/account/push-switch.tsx';
import { SignIn } from '#pwa/features/account/sign-in.tsx';
import { usePush } from '#pwa/features/account/use-push.ts';
import { UserLine } from '#pwa/features/account/user-line.tsx';
import { OrderList } from '#pwa/features/orders/order-list.tsx';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { messages } from '#pwa/messages/en.ts';
import { useUser } from '#pwa/platform/session.ts';
import { switchSyncCentre } from '#pwa/platform/sync-centre-switch.ts';
import type { SignedInUser } from '#pwa/platform/session.ts';
import { Icon } from '#pwa/ui/icon.tsx';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import { ChatsLink } from '../chats-link.tsx';
import { goToShop } from '../router.ts';
import { SHOP_ROWS } from '../routes.ts';
import { ShopLink } from '../shop-link.tsx';
import styles from './account-screen.module.css';

const loadCart = () => import('./cart-tab.tsx');

/** A user's own page: who is signed in, orders and cart. A visitor is asked to sign in, and goes on from there. */
export function AccountScreen() {
  const user = useUser();
  useDocumentTitle(messages.title(lazyMessages.account.title));
  const shop = SHOP_ROWS.find(({ offer }) => offer === 'openBox');
  return (
    <div className={styles['account']}>
      <div className={styles['head']}>
        {shop && (
          <ShopLink shop={shop} className={buttonClass('secondary')} onFollow={goToShop}>
            <Icon name="previous" />
            {lazyMessages.account.backToShop}
          </ShopLink>
        )}
        <h1>{lazyMessages.account.title}</h1>
      </div>
      {user ? (
        <Account user={user} />
      ) : (
        <section className={styles['guard']} aria-label={lazyMessages.signIn.title}>
          <h2>{lazyMessages.signIn.title}</h2>
          <p>{lazyMessages.account.guard}</p>
          <SignIn />
        </section>
      )}
    </div>
  );
}

function Account({ user }: { readonly user: SignedInUser }) {
  const cart = usePart(loadCart, true);
  const push = usePush();
  return (
    <>
      <div className={styles['user']}>
        <UserLine user={user}>
          <LogOutButton />
        </UserLine>
        <ChatsLink user={user} />
      </div>
      <AccountState />
      <AccountTabs
        orders={<OrderList offer={<PushOffer push={push} text={lazyMessages.push.offer} />} />}
        cart={cart && <cart.CartTab user={user} />}
      />
      <PushSwitch push={push} />
      <p className={styles['foot']}>
        <Button look="quiet" onClick={() => switchSyncCentre(true)}>
          {lazyMessages.syncCentre.open}
        </Button>
      </p>
    </>
  );
}
