import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import type { ChatView } from '#sync/api/account-api.ts';
import styles from './chat-window.module.css';
import { Composer } from '../composer/composer.tsx';
import { FoundBar } from './found-bar.tsx';
import type { FoundMessage } from './found-message.ts';
import { IncomingMessageAnnouncer } from './incoming-message-announcer.tsx';
import { MessageList } from './message-list.tsx';
import { listRows } from './message-rows.ts';
import { ChatProductsProvider } from '../products/chat-products.ts';
import type { ChatProducts } from '../products/chat-products.ts';
import { PhotoViewer } from '../photos/photo-viewer.tsx';
import { TypingIndicator } from './typing-indicator.tsx';
import { PhotosProvider, usePhotoCache, useIsChatReady } from '../photos/use-photo-cache.ts';
import { useChat } from './use-chat.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useMarkRead } from './use-mark-read.ts';
import { usePeerTyping } from './use-typing.ts';

interface ChatWindowProps {
  readonly chatId: string;
  readonly onBack: () => void;
  /** Renders a link to the product that the chat is about. */
  readonly renderProduct: (chat: ChatView) => ReactNode;
  readonly products: ChatProducts;
  /** The message to show instead of the newest. */
  readonly found?: FoundMessage | undefined;
  /** Called with the `seq` of another message to show; null for the newest. */
  readonly onFind?: (seq: number | null) => void;
}

/** One open chat: its product, messages and composer. Fills its container. */
export const ChatWindow = ({ products, ...props }: ChatWindowProps) => (
  <ChatProductsProvider value={products}>
    <OpenChat key={props.chatId} {...props} />
  </ChatProductsProvider>
);

function OpenChat({ chatId, onBack, renderProduct, found, onFind }: Omit<ChatWindowProps, 'products'>) {
  const user = useUser();
  const open = useChat(chatId, found?.seq);
  const photos = usePhotoCache();
  const [isAtEnd, setAtEnd] = useState(found === undefined);
  const [viewed, setViewed] = useState<{ readonly paths: readonly string[]; readonly index: number }>();
  const box = useRef<HTMLElement>(null);
  useKeyboardInset(box);

  const { chat, messages, before, trim } = open ?? {};
  const isFinding = found !== undefined;
  // Once the messages are shown, they stay on the screen while those around another match are loaded.
  const [hasOpened, setOpened] = useState(false);
  if (open && !open.isLookingBack && !hasOpened) setOpened(true);
  const isReady = useIsChatReady(photos, chat ? messages : undefined);
  const sub = user?.sub;
  const buyer = chat?.buyer_google_id;
  const chatViewer = useMemo(
    () => (sub !== undefined && buyer !== undefined ? { sub, buyer } : undefined),
    [sub, buyer],
  );
  const rows = useMemo(
    () => (messages && chatViewer ? listRows(messages, before, chatViewer) : []),
    [messages, before, chatViewer],
  );
  const isFoundLoaded = found !== undefined && rows.some(({ message }) => message.seq === found.seq);
  useMarkRead(chat, messages, isReady && isAtEnd);
  const typing = usePeerTyping(chatId, chatViewer);
  const onAtEnd = useCallback(
    (isNowAtEnd: boolean): void => {
      setAtEnd(isNowAtEnd);
      if (isNowAtEnd && !isFinding) trim?.();
    },
    [trim, isFinding],
  );
  const openPhoto = useCallback((paths: readonly string[], index: number) => setViewed({ paths, index }), []);
  const closePhoto = useCallback(() => setViewed(undefined), []);

  const isStaff = chatViewer !== undefined && chatViewer.sub !== chatViewer.buyer;
  return (
    <section ref={box} className={styles['window']} aria-label={chatMessages.title}>
      <header className={styles['head']}>
        <IconButton icon="previous" label={chatMessages.back} onClick={onBack} />
        <div>
          <h2>{chatMessages.title}</h2>
          {chat && isStaff && <p dir="auto">{chatMessages.buyer(chat.buyer_name)}</p>}
        </div>
      </header>
      {chat && <div className={styles['product']}>{renderProduct(chat)}</div>}
      {found && onFind && found.words !== '' && <FoundBar chatId={chatId} found={found} onFind={onFind} />}
      {photos && (
        <PhotosProvider value={photos}>
          <div className={styles['messages']}>
            {open && chat && hasOpened && (
              <MessageList
                rows={rows}
                hasOlder={open.hasOlder}
                olderState={open.olderState}
                loadOlder={open.loadOlder}
                hasUnread={chat.unread_count > 0}
                found={isFoundLoaded ? found : undefined}
                isShown={isReady}
                onAtEnd={onAtEnd}
                onOpenPhoto={openPhoto}
              />
            )}
            {chat === null && <p className={styles['state']}>{chatMessages.notHere}</p>}
            {chat !== null && !(isReady && hasOpened) && (
              <p className={styles['state']} role="status">
                <Spinner />
                {chatMessages.loading}
              </p>
            )}
          </div>
          {chat && (
            <>
              <TypingIndicator side={typing} />
              <Composer chat={chat} isStaff={isStaff} dropZone={box} />
              {isReady && <IncomingMessageAnnouncer newest={rows.at(-1)} />}
            </>
          )}
          {viewed && <PhotoViewer {...viewed} onClose={closePhoto} />}
        </PhotosProvider>
      )}
    </section>
  );
}
