import type { ReactNode } from 'react';
import { frameMessages } from '#pwa/messages/en/frame.ts';
import { ACCOUNT_PATH } from '#pwa/platform/browser/account-navigation.ts';
import { findChatPage } from '#pwa/app/routing/chat-navigation.ts';
import { usePathname } from '#pwa/platform/browser/navigation.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import styles from './message-screen.module.css';
import { NotFoundScreen } from './not-found-screen.tsx';

const loadAccount = () => import('./account-screen.tsx');
const loadChats = () => import('./chats-screen.tsx');
const loadPaymentResult = () => import('./payment-result-screen.tsx');

const SCREENS: Readonly<Record<string, () => ReactNode>> = {
  [ACCOUNT_PATH]: () => <Account />,
  '/success': () => <PaymentResult outcome="success" />,
  '/cancel': () => <PaymentResult outcome="cancel" />,
};

/** Every screen that is no shop's, by its path; a slash at the end makes no difference. */
export function OtherScreen() {
  const path = usePathname().replace(/\/+$/, '');
  const chats = findChatPage(path);
  if (chats) return <Chats chatId={chats.chatId} />;
  const draw = Object.hasOwn(SCREENS, path) ? SCREENS[path] : undefined;
  return draw ? draw() : <NotFoundScreen />;
}

function Account() {
  const part = useLazyModule(loadAccount, true);
  return part ? <part.AccountScreen /> : <Loading />;
}

function Chats({ chatId }: { readonly chatId: string | null }) {
  const part = useLazyModule(loadChats, true);
  return part ? <part.ChatsScreen chatId={chatId} /> : <Loading />;
}

function PaymentResult({ outcome }: { readonly outcome: 'success' | 'cancel' }) {
  const part = useLazyModule(loadPaymentResult, true);
  return part ? <part.PaymentResultScreen outcome={outcome} /> : <Loading />;
}

const Loading = () => (
  <div className={styles['message']} role="status">
    <p>{frameMessages.screens.loading}</p>
  </div>
);
