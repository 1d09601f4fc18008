import { frameMessages } from '#pwa/messages/en/frame.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { ShopLinks } from './shop-links.tsx';
import styles from './message-screen.module.css';

/** The screen of an unknown path, with links to the shops. */
export function NotFoundScreen() {
  useDocumentTitle(messages.title(frameMessages.notFound.title));
  return (
    <div className={styles['message']}>
      <h1>{frameMessages.notFound.title}</h1>
      <p>{frameMessages.notFound.hint}</p>
      <ShopLinks />
    </div>
  );
}
