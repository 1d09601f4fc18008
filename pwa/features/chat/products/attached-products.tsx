import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import type { ProductLink } from '#contract/screens/product-link.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { useChatProducts } from './chat-products.ts';
import { keyOf } from './message-products.ts';
import styles from './message-products.module.css';

interface AttachedProductsProps {
  readonly products: readonly ProductLink[];
  readonly onRemove: (href: string) => void;
}

/** The products attached to an unsent message. */
export function AttachedProducts({ products, onRemove }: AttachedProductsProps) {
  const { renderCard } = useChatProducts();
  return (
    <ul className={styles['attached']} aria-label={chatProductMessages.attached}>
      {products.map((link, index) => (
        <li key={keyOf(link)}>
          {renderCard(link, true)}
          <IconButton
            icon="close"
            label={chatProductMessages.remove(link.name, index + 1)}
            onClick={() => onRemove(link.href)}
          />
        </li>
      ))}
    </ul>
  );
}
