import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './contact-support.module.css';
import { useContactSupport } from './use-contact-support.ts';
import type { AskedProduct } from './use-contact-support.ts';

interface ContactSupportProps {
  readonly product: AskedProduct;
  readonly onStarted: (chatId: string) => void;
}

/** The button that opens a chat about an open product. */
export function ContactSupport({ product, onStarted }: ContactSupportProps) {
  const { isStarting, failure, contact } = useContactSupport(product, onStarted);
  return (
    <div className={styles['contact']}>
      <Button className={styles['button'] ?? ''} aria-disabled={isStarting} onClick={() => void contact()}>
        <LazyIcon name="chat" />
        {chatListMessages.support}
      </Button>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </div>
  );
}
