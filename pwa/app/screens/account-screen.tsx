import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { ORDER_PARAMETER } from '#contract/screens/screens.ts';
import { AccountState } from '#pwa/features/account/account-state.tsx';
import { AccountTabs } from '#pwa/features/account/account-tabs.tsx';
import { LogOutButton } from '#pwa/features/account/log-out-button.tsx';
import { PushOffer } from '#pwa/features/account/push-offer.tsx';
import { PushSwitch } from '#pwa/features/account/push-switch.tsx';
import { SignIn } from '#pwa/features/account/sign-in.tsx';
import { usePush } from '#pwa/features/account/use-push.ts';
import { UserLine } from '#pwa/features/account/user-line.tsx';
import { OrderList } from '#pwa/features/orders/order-list.tsx';
import { accountMessages, signInMessages } from '#pwa/messages/en/account.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { pushMessages } from '#pwa/messages/en/notifications.ts';
import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { isSyncCentreOpen } from '#pwa/app/frame/sync-centre-state.ts';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { useSearch } from '#pwa/platform/browser/navigation.ts';
import { ChatsLink } from '../chats/chats-link.tsx';
import { OrderScreen } from '../orders/order-screen.tsx';
import { goToShop } from '../routing/router.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import groundStyles from '#pwa/ui/ground.module.css';
import styles from './account-screen.module.css';
import { DevicesButton } from './devices-button.tsx';

const loadUserData = lazyPart(() => import('./user-data-part.tsx'));
const loadCart = lazyPart(() => import('../cart/cart-tab.tsx'));

/** The account page with orders and cart. A visitor signs in there first. */
export function AccountScreen() {
  const user = useUser();
  useDocumentTitle(messages.title(accountMessages.title));
  return (
    <div className={styles['account']}>
      <div className={classNames(groundStyles['ground'], styles['head'])}>
        <ShopLink shop={CART_SHOP} className={buttonClass('secondary')} onFollow={goToShop}>
          <Icon name="previous" />
          {accountMessages.backToShop}
        </ShopLink>
        <h1>{accountMessages.title}</h1>
      </div>
      {user ? (
        <Account user={user} />
      ) : (
        <section className={styles['guard']} aria-label={signInMessages.title}>
          <h2>{signInMessages.title}</h2>
          <p>{accountMessages.guard}</p>
          <SignIn />
        </section>
      )}
    </div>
  );
}

function Account({ user }: { readonly user: SignedInUser }) {
  const cart = useLazyModule(loadCart, true);
  const userData = useLazyModule(loadUserData, true);
  const push = usePush();
  const orderId = new URLSearchParams(useSearch()).get(ORDER_PARAMETER);
  return (
    <>
      <div className={styles['user']}>
        <UserLine user={user}>
          <LogOutButton />
        </UserLine>
        <ChatsLink user={user} />
      </div>
      <AccountState />
      {orderId === null ? (
        <AccountTabs
          orders={<OrderList offer={<PushOffer push={push} text={pushMessages.offer} />} />}
          cart={cart ? <cart.CartTab user={user} /> : <LoadingCart />}
        />
      ) : (
        <OrderScreen key={orderId} id={orderId} user={user} />
      )}
      <PushSwitch push={push} />
      {userData && <userData.UserDataPart />}
      <div className={classNames(groundStyles['ground'], styles['foot'])}>
        <DevicesButton />
        <Button look="quiet" onClick={() => isSyncCentreOpen.set(true)}>
          {syncCentreMessages.open}
        </Button>
      </div>
    </>
  );
}

/** Stands in place of the cart while its code loads. */
function LoadingCart() {
  const { loading, offline } = cartMessages;
  return (
    <div className={boxStyles['box']}>
      <NotLoaded hasAnswered={false} loading={loading} offline={offline} />
    </div>
  );
}
