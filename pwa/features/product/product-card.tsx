import { memo } from 'react';
import type { MouseEvent } from 'react';
import type { ShopDefinition } from '#contract/shops.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { offerParts } from './offer-parts.ts';
import { ProductPicture } from './product-picture.tsx';
import styles from './product-card.module.css';

interface ProductCardProps {
  readonly shop: ShopDefinition;
  readonly card: WireCard;
  /** Whether it is on the first screen. */
  readonly isFirst?: boolean;
  readonly onOpen: (card: WireCard) => void;
}

/** A product in a list. Its link opens the product in place; in a new tab it is an address of its own. */
export const ProductCard = memo(function ProductCard({ shop, card, isFirst = false, onOpen }: ProductCardProps) {
  const { CardPart } = offerParts(shop.offer);
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(card);
  };
  return (
    <article className={styles['card']}>
      <a className={styles['link']} href={`${shop.path}?product=${card.id}`} onClick={onClick}>
        <ProductPicture card={card} imageFolder={shop.imageFolder} isFirst={isFirst} />
        <h3 className={styles['title']}>{card.title}</h3>
      </a>
      <CardPart card={card} />
    </article>
  );
});

/** The place of a card that is still to come, of the same size. */
export function ProductCardSkeleton({ shop }: { readonly shop: ShopDefinition }) {
  const line = classNames(styles['skeleton'], styles['skeletonLine']);
  return (
    <div className={styles['card']} aria-hidden="true">
      <div className={classNames(styles['skeleton'], styles['skeletonPicture'])} />
      <div className={styles['title']}>
        <div className={line} />
      </div>
      <div className={styles['offer']}>
        <div className={styles['prices']}>
          <div className={line} style={{ width: '40%' }} />
        </div>
        <div className={styles['rating']} />
        {offerParts(shop.offer).hasCardButton && (
          <div className={styles['action']}>
            <div className={styles['skeleton']} style={{ height: 'var(--touch)' }} />
          </div>
        )}
      </div>
    </div>
  );
}
