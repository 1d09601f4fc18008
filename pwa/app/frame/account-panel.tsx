import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { UserLine } from '#pwa/features/account/user-line.tsx';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import styles from './account-panel.module.css';
import { ChatsLink } from '../chats/chats-link.tsx';

const loadLogOut = lazyPart(() => import('#pwa/features/account/log-out-button.tsx'));

/** The sidebar's account part: the signed-in user, links to account and chats and, for administrators, to the admin panel. */
export function AccountPanel({ onClose }: { readonly onClose: () => void }) {
  const user = useUser();
  return (
    <section className={styles['account']} aria-label={accountMessages.title}>
      {user ? (
        <SignedIn user={user} />
      ) : (
        <Button
          look="primary"
          onClick={() => {
            onClose();
            void requestSignIn();
          }}
        >
          {accountMessages.logIn}
        </Button>
      )}
      <Button
        onClick={() => {
          onClose();
          goToAccount();
        }}
      >
        {accountMessages.title}
      </Button>
      {user && <ChatsLink user={user} onFollow={onClose} />}
      {user?.isAdmin && (
        <a className={buttonClass('secondary')} href={CART_SHOP.adminPath}>
          {accountMessages.adminPanel}
        </a>
      )}
    </section>
  );
}

function SignedIn({ user }: { readonly user: SignedInUser }) {
  const part = useLazyModule(loadLogOut, true);
  return <UserLine user={user}>{part && <part.LogOutButton />}</UserLine>;
}
