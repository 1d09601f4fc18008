import type { ProductLink } from '#contract/screens/product-link.ts';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { isReady, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { goToProduct } from '../../routing/go-to-product.ts';
import { findProductId, productUrl } from '../../routing/product-url.ts';
import styles from './linked-product.module.css';
import { ProductNote, ProductSummary } from './product-summary.tsx';

interface LinkedProductProps {
  readonly link: ProductLink;
  /** Belongs to a message that is being written: the card leads nowhere, so that no tap leaves the draft. */
  readonly isDraft: boolean;
  /** Called before the product opens. */
  readonly onLeave: () => void;
}

/** The card of a product that a message links to, with its present data. It is no link once the product is deleted or its id reused. */
export function LinkedProduct({ link, isDraft, onLeave }: LinkedProductProps) {
  const { shop, id, life } = link;
  const { data, isCurrent } = useCards(shop.key, [id]);
  const isComplete = useSyncStatus(shop.key, isReady);
  const found = data?.find((card) => card.id === id);
  const isReplaced = found !== undefined && life !== undefined && found.life !== life;
  const content =
    found && !isReplaced ? (
      <ProductSummary shop={shop} card={found} />
    ) : (
      <ProductNote
        name={link.name === '' ? chatProductMessages.number(id) : link.name}
        note={describeAbsence({ isReplaced, isRead: isCurrent, isComplete })}
      />
    );
  const isGone = isReplaced || (!found && isCurrent && isComplete);
  if (isDraft || isGone)
    return (
      <div className={styles['card']} data-gone={isGone || undefined}>
        {content}
      </div>
    );
  return (
    <a
      className={styles['card']}
      href={productUrl(shop.path, '', id)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onLeave();
        const isOpen = location.pathname === shop.path && findProductId(location.search) === id;
        if (!isOpen) goToProduct(shop, id);
      }}
    >
      {content}
    </a>
  );
}

interface Absence {
  readonly isReplaced: boolean;
  /** Whether the catalogue on the device has been read. */
  readonly isRead: boolean;
  /** Whether the whole catalogue is on the device. */
  readonly isComplete: boolean;
}

function describeAbsence({ isReplaced, isRead, isComplete }: Absence): string {
  if (isReplaced) return chatProductMessages.replaced;
  if (!isRead) return chatProductMessages.loading;
  return isComplete ? chatProductMessages.gone : chatProductMessages.notHere;
}
