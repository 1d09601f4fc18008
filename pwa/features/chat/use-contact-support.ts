import { useState } from 'react';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import type { KnownProduct } from '#sync/api/outbox-record.ts';

/** The database is in a lazy chunk, which signed-out visitors never load. */
const loadStartChat = lazyPart(() => import('./start-chat.ts'));

/** The product that a chat is about. */
export type AskedProduct = Omit<KnownProduct, 'buyer_name'>;

/** The action that opens a chat about a product. */
export interface ContactSupport {
  readonly isStarting: boolean;
  /** Why the last attempt failed. */
  readonly failure: string | undefined;
  readonly contact: () => Promise<void>;
}

/** Starts a chat about a product and opens it. Without a signed-in user, asks for sign-in first. */
export function useContactSupport(product: AskedProduct, onStarted: (chatId: string) => void): ContactSupport {
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const contact = async (): Promise<void> => {
    if (isStarting) return;
    setStarting(true);
    setFailure(undefined);
    try {
      const user = await requestSignIn(chatListMessages.signedOut);
      if (!user) return;
      requestPersistentStorage();
      const part = await loadStartChat().catch(() => undefined);
      if (!part) return setFailure(chatListMessages.notLoaded);
      onStarted(await part.startChat(user.sub, { ...product, buyer_name: user.name }));
    } catch {
      setFailure(chatListMessages.notStarted);
    } finally {
      setStarting(false);
    }
  };
  return { isStarting, failure, contact };
}
