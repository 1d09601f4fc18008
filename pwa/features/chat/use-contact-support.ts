import { useState } from 'react';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import type { KnownProduct } from '#sync/account/account-api.ts';

/** The product that a chat is about. */
export type AskedProduct = Omit<KnownProduct, 'buyer_name'>;

/** The action that opens a chat about a product. */
export interface ContactSupport {
  readonly isStarting: boolean;
  readonly hasFailed: boolean;
  readonly contact: () => Promise<void>;
}

/** Starts a chat about a product and opens it. Without a signed-in user, asks for sign-in first. */
export function useContactSupport(product: AskedProduct, onStarted: (chatId: string) => void): ContactSupport {
  const [isStarting, setStarting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const contact = async (): Promise<void> => {
    if (isStarting) return;
    setStarting(true);
    setFailed(false);
    try {
      const user = await requestSignIn(chatListMessages.signedOut);
      if (!user) return;
      requestPersistentStorage();
      // The database is in a lazy chunk, which signed-out visitors never load.
      const { startChat } = await import('./start-chat.ts');
      onStarted(await startChat(user.sub, { ...product, buyer_name: user.name }));
    } catch {
      setFailed(true);
    } finally {
      setStarting(false);
    }
  };
  return { isStarting, hasFailed, contact };
}
