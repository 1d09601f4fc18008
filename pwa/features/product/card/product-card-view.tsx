import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import type { CardOf } from '#contract/blocks/card.ts';
import type { OfferKind, ShopDefinition } from '#contract/shops.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { AffiliateCardPart } from '../price-and-stock/affiliate-offer.tsx';
import type { OwnPage } from '../price-and-stock/affiliate-offer.tsx';
import { OpenBoxCardPart } from '../price-and-stock/open-box-offer.tsx';
import styles from './product-card.module.css';

/** The parts of a card that depend on its offer kind. `CardPart` is a method so that the parts of each kind fit `OfferParts<OfferKind>`. */
interface OfferParts<Kind extends OfferKind> {
  /** The part below the title of a card. */
  CardPart(props: { readonly card: CardOf[Kind]; readonly page: OwnPage }): ReactNode;
  /** Whether a card of this kind has a button, for which its skeleton reserves space. */
  readonly hasCardButton: boolean;
}

const PARTS: { readonly [Kind in OfferKind]: OfferParts<Kind> } = {
  affiliate: { CardPart: AffiliateCardPart, hasCardButton: true },
  openBox: { CardPart: OpenBoxCardPart, hasCardButton: false },
};

/** Returns the parts of an offer kind. They accept only cards of that kind; all cards of a shop have the shop's kind. */
const offerParts = (kind: OfferKind): OfferParts<OfferKind> => PARTS[kind];

interface ProductCardViewProps {
  readonly shop: ShopDefinition;
  readonly card: WireCard;
  readonly image: ReactNode;
  /** Replaces the plain title, to mark the matches of a search. */
  readonly title?: ReactNode;
  /** Controls in the corner of the image, such as the wish list button. */
  readonly tools?: ReactNode;
  readonly onClick?: (event: MouseEvent) => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
  /** Called when the link to the product in its offer is clicked. */
  readonly onOffer?: (event: MouseEvent) => void;
}

/** A product in a list, as a link to its own URL. */
export function ProductCardView({
  shop,
  card,
  image,
  title = card.title,
  tools,
  onClick,
  onPointerDown,
  onOffer,
}: ProductCardViewProps) {
  const { CardPart } = offerParts(shop.offer);
  const href = `${shop.path}?product=${card.id}`;
  return (
    <article className={styles['card']}>
      <a className={styles['link']} href={href} onClick={onClick} onPointerDown={onPointerDown}>
        {image}
        <h3 className={styles['title']} dir="auto">
          {title}
        </h3>
      </a>
      {tools && <div className={styles['tools']}>{tools}</div>}
      <CardPart card={card} page={{ href, onClick: onOffer }} />
    </article>
  );
}

/** A skeleton of the same size as a card. */
export function ProductCardSkeleton({ shop }: { readonly shop: ShopDefinition }) {
  const line = classNames(styles['skeleton'], styles['skeletonLine']);
  return (
    <div className={styles['card']} aria-hidden="true">
      <div className={classNames(styles['skeleton'], styles['skeletonImage'])} />
      <div className={styles['title']}>
        <div className={line} />
      </div>
      <div className={styles['offer']}>
        <div className={styles['prices']}>
          <div className={classNames(line, styles['skeletonPrice'])} />
        </div>
        <div className={styles['rating']} />
        {offerParts(shop.offer).hasCardButton && (
          <div className={styles['action']}>
            <div className={classNames(styles['skeleton'], styles['skeletonButton'])} />
          </div>
        )}
      </div>
    </div>
  );
}
