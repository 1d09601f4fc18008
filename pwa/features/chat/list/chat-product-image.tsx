import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { PreviewImage } from '#pwa/ui/media/preview-image.tsx';
import type { ChatView } from '#sync/api/account-api.ts';
import styles from './chat-list.module.css';

/** The preview image of the product that a chat is about. */
export const ChatProductImage = ({ chat: { preview } }: { readonly chat: Pick<ChatView, 'preview'> }) => (
  <span className={styles['image']}>
    <PreviewImage src={preview} sizePx={56} fallback={<LazyIcon name="chat" />} />
  </span>
);
