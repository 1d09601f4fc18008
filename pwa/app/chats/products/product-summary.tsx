import type { ShopRow } from '#contract/shops.ts';
import { ProductImage } from '#pwa/features/product/images/product-image.tsx';
import { summarizeOffer } from '#pwa/features/product/price-and-stock/summarize-offer.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { markedCondition } from '#pwa/messages/term-names.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Decorated } from '#pwa/ui/decorated.tsx';
import { Highlight } from '#pwa/ui/highlight.tsx';
import lineStyles from '#pwa/ui/text-lines.module.css';
import type { WireCard } from '#sync/api/engine-api.ts';
import styles from './product-summary.module.css';

interface ProductSummaryProps {
  readonly shop: ShopRow;
  readonly card: WireCard;
  /** Whether it is in a list below its shop's name, so that it need not show the name. */
  readonly isOfListedShop?: boolean;
  /** The search text to mark in the title. */
  readonly search?: string;
}

/** A product in a row: image, title, shop, current price, stock, and its conditions in stock. */
export function ProductSummary({ shop, card, isOfListedShop = false, search = '' }: ProductSummaryProps) {
  const { price, stock, isSoldOut, conditions } = summarizeOffer(shop.offer, card);
  return (
    <span className={styles['summary']}>
      <span className={styles['image']}>
        <ProductImage imageFolder={shop.imageFolder} card={card} />
      </span>
      <span className={styles['text']}>
        <span className={classNames(lineStyles['two'], styles['title'])} dir="auto">
          <Highlight text={card.title} search={search} />
        </span>
        <span className={styles['offer']}>
          <strong>{price}</strong>
          <span className={isSoldOut ? styles['soldOut'] : undefined}>
            <Decorated text={stock} />
          </span>
        </span>
        <span className={styles['facts']}>
          {!isOfListedShop && <span>{messages.shops[shop.key]}</span>}
          {conditions.map((condition) => (
            <span key={condition}>
              <Decorated text={markedCondition(condition)} />
            </span>
          ))}
        </span>
      </span>
    </span>
  );
}

interface ProductNoteProps {
  readonly name: string;
  readonly note: string;
}

/** A product that cannot be shown, by its name, with the reason. */
export const ProductNote = ({ name, note }: ProductNoteProps) => (
  <span className={styles['summary']}>
    <span className={classNames(styles['image'], styles['empty'])} />
    <span className={styles['text']}>
      <span className={classNames(lineStyles['two'], styles['title'])} dir="auto">
        {name}
      </span>
      <span className={styles['facts']}>
        <span>{note}</span>
      </span>
    </span>
  </span>
);
