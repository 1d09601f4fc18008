import type { ShopRow } from '#contract/shops.ts';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { ProductImage } from '../images/product-image.tsx';
import type { ComparedProduct } from './use-compared-products.ts';
import styles from './compare-head.module.css';

interface CompareHeadProps {
  readonly shop: ShopRow;
  readonly product: ComparedProduct;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

/** The head of a product's column: image and title, which open the product, and the button that removes it. */
export function CompareHead({ shop, product, onOpen, onRemove }: CompareHeadProps) {
  const { id, card, isMissing } = product;
  const removeLabel = card ? compareMessages.remove(card.title) : compareMessages.removeMissing(id);
  return (
    <div className={styles['head']}>
      <IconButton icon="close" label={removeLabel} className={styles['remove']} onClick={onRemove} />
      {card ? (
        <a
          className={styles['link']}
          href={`${shop.path}?product=${id}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          <ProductImage card={card} imageFolder={shop.imageFolder} priority="eager" />
          <span className={styles['title']} dir="auto">
            {card.title}
          </span>
        </a>
      ) : (
        <p className={styles['missing']}>{isMissing ? compareMessages.missing(id) : compareMessages.unavailable(id)}</p>
      )}
    </div>
  );
}
