import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { AccountState } from '#pwa/features/account/account-state.tsx';
import { ChatList } from '#pwa/features/chat/list/chat-list.tsx';
import { ChatSoundButton } from '#pwa/features/chat/notifications/chat-sound-button.tsx';
import type { Chats } from '#pwa/features/chat/list/use-chats.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { CHATS_PATH } from '#contract/screens/screens.ts';
import { goToChats } from '../routing/chat-navigation.ts';
import { floatingChats } from './floating-chats-state.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { CornerWindow } from '#pwa/ui/dialogs/corner-window.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { useLayer } from '#pwa/ui/dialogs/use-layer.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import styles from './floating-chats.module.css';

interface FloatingChatsProps {
  readonly found: Chats | null | undefined;
  /** Null for the list. */
  readonly chatId: string | null;
  /** The chat was chosen from the list. */
  readonly isOverList: boolean;
  readonly isCovered: boolean;
  readonly onClose: () => void;
}

const loadOpenChat = lazyPart(() => import('./open-chat.tsx'));
const openChat = (chatId: string): void => floatingChats.set({ chatId, isOverList: true });
const backToList = (): void => floatingChats.set({ chatId: null });

/**
 * The chats over the page: a full screen on phones; elsewhere a corner window that leaves the shop usable, or a panel over an open
 * product.
 */
export function FloatingChats({ found, chatId, isOverList, isCovered, onClose }: FloatingChatsProps) {
  const isWide = useMediaQuery('(min-width: 720px)');
  // On a phone a chat covers the list, and "back" leads to the list first.
  const isOverWindow = !isWide && isOverList;
  useLayer(isOverWindow, backToList);
  const part = useLazyModule(loadOpenChat, chatId !== null);
  const content = (
    <Inside key={chatId ?? 'list'}>
      {chatId === null ? (
        <>
          <DrawerHead title={chatListMessages.title} closeLabel={chatListMessages.close} onClose={onClose} />
          <div className={styles['state']}>
            <AccountState />
          </div>
          <div className={styles['list']}>
            <ChatList data={found} openId={null} onOpen={openChat} />
          </div>
          <ListFoot onLeave={onClose} />
        </>
      ) : (
        part && <part.OpenChat chatId={chatId} isAlone onBack={backToList} onLeave={onClose} />
      )}
    </Inside>
  );
  if (isWide && !isCovered)
    return (
      <CornerWindow label={chatListMessages.title} onClose={onClose}>
        {content}
      </CornerWindow>
    );
  return (
    <Modal
      kind={isWide ? 'panel' : 'modal'}
      label={chatListMessages.title}
      onClose={isOverWindow ? backToList : onClose}
    >
      {content}
    </Modal>
  );
}

function Inside({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused element was removed with the list or chat that it was in.
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={element} className={styles['inside']} tabIndex={-1}>
      {children}
    </div>
  );
}

const ListFoot = ({ onLeave }: { readonly onLeave: () => void }) => (
  <div className={styles['foot']}>
    <a
      className={buttonClass('quiet')}
      href={CHATS_PATH}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onLeave();
        goToChats();
      }}
    >
      {chatListMessages.all}
    </a>
    <ChatSoundButton />
  </div>
);
