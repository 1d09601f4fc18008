import { findRoute } from '#contract/screens/screens.ts';
import { frameMessages } from '#pwa/messages/en/frame.ts';
import { usePathname } from '#pwa/platform/browser/navigation.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import styles from './message-screen.module.css';
import { NotFoundScreen } from './not-found-screen.tsx';

const loadAccount = lazyPart(() => import('./account-screen.tsx'));
const loadPrivacy = lazyPart(() => import('./privacy-screen.tsx'));
const loadCompare = lazyPart(() => import('./compare-screen.tsx'));
const loadBuilds = lazyPart(() => import('./builds-screen.tsx'));
const loadChats = lazyPart(() => import('./chats-screen.tsx'));
const loadPaymentResult = lazyPart(() => import('./payment-result-screen.tsx'));

/** Every screen beside the shops, each in a chunk of its own. */
export function OtherScreen() {
  const route = findRoute(usePathname());
  if (route.screen === 'account') return <Account />;
  if (route.screen === 'privacy') return <Privacy />;
  if (route.screen === 'compare') return <Compare />;
  if (route.screen === 'builds') return <Builds />;
  if (route.screen === 'chats') return <Chats chatId={route.chatId} />;
  if (route.screen === 'payment-result') return <PaymentResult outcome={route.outcome} />;
  return <NotFoundScreen />;
}

function Account() {
  const module = useLazyModule(loadAccount, true);
  return module ? <module.AccountScreen /> : <Loading />;
}

function Privacy() {
  const module = useLazyModule(loadPrivacy, true);
  return module ? <module.PrivacyScreen /> : <Loading />;
}

function Compare() {
  const module = useLazyModule(loadCompare, true);
  return module ? <module.CompareScreen /> : <Loading />;
}

function Builds() {
  const module = useLazyModule(loadBuilds, true);
  return module ? <module.BuildsScreen /> : <Loading />;
}

function Chats({ chatId }: { readonly chatId: string | null }) {
  const module = useLazyModule(loadChats, true);
  return module ? <module.ChatsScreen chatId={chatId} /> : <Loading />;
}

function PaymentResult({ outcome }: { readonly outcome: 'success' | 'cancel' }) {
  const module = useLazyModule(loadPaymentResult, true);
  return module ? <module.PaymentResultScreen outcome={outcome} /> : <Loading />;
}

const Loading = () => (
  <div className={styles['message']} role="status" data-loading="">
    <p>{frameMessages.screens.loading}</p>
  </div>
);
