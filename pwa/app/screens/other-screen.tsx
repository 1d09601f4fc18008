import { findRoute } from '#contract/screens/find-route.ts';
import { usePathname } from '#pwa/platform/browser/navigation.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { LazyScreen } from './lazy-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

const loadAccount = lazyPart(() => import('./account-screen.tsx'));
const loadPrivacy = lazyPart(() => import('./privacy-screen.tsx'));
const loadCompare = lazyPart(() => import('./compare-screen.tsx'));
const loadBuilds = lazyPart(() => import('./builds-screen.tsx'));
const loadChats = lazyPart(() => import('./chats-screen.tsx'));
const loadPaymentResult = lazyPart(() => import('./payment-result-screen.tsx'));

/** All screens except the shops, each loaded on demand. The key remounts `LazyScreen` when the screen changes. */
export function OtherScreen() {
  const route = findRoute(usePathname());
  switch (route.screen) {
    case 'account':
      return (
        <LazyScreen key="account" load={loadAccount}>
          {({ AccountScreen }) => <AccountScreen />}
        </LazyScreen>
      );
    case 'privacy':
      return (
        <LazyScreen key="privacy" load={loadPrivacy}>
          {({ PrivacyScreen }) => <PrivacyScreen />}
        </LazyScreen>
      );
    case 'compare':
      return (
        <LazyScreen key="compare" load={loadCompare}>
          {({ CompareScreen }) => <CompareScreen />}
        </LazyScreen>
      );
    case 'builds':
      return (
        <LazyScreen key="builds" load={loadBuilds}>
          {({ BuildsScreen }) => <BuildsScreen />}
        </LazyScreen>
      );
    case 'chats':
      return (
        <LazyScreen key="chats" load={loadChats}>
          {({ ChatsScreen }) => <ChatsScreen chatId={route.chatId} />}
        </LazyScreen>
      );
    case 'payment-result':
      return (
        <LazyScreen key="payment-result" load={loadPaymentResult}>
          {({ PaymentResultScreen }) => <PaymentResultScreen outcome={route.outcome} />}
        </LazyScreen>
      );
    default:
      return <NotFoundScreen />;
  }
}
