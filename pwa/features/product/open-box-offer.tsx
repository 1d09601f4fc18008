import type { OpenBoxCard } from '#contract/blocks/card.ts';
import { messages } from '#pwa/messages/en.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { findPriceRange, listConditionOffers, totalQuantity } from './condition-offers.ts';
import { formatPrice } from './price-text.ts';
import { stockLabel } from './stock-label.ts';
import styles from './product-card.module.css';

/** Stock and price range over the conditions, as a card shows them. */
export function OpenBoxCardPart({ card }: { readonly card: OpenBoxCard }) {
  return (
    <div className={styles['offer']}>
      <OpenBoxSummary card={card} />
    </div>
  );
}

/** Units in stock, and the price or the range of prices. */
export function OpenBoxSummary({ card }: { readonly card: OpenBoxCard }) {
  const offers = listConditionOffers(card);
  const quantity = totalQuantity(offers);
  const range = findPriceRange(offers);
  return (
    <>
      <p className={classNames(styles['stock'], quantity === 1 && styles['last'])}>{stockLabel(quantity)}</p>
      <p className={styles['prices']}>
        {range ? (
          <span className={styles['price']}>
            {range.low === range.high
              ? formatPrice(range.low)
              : messages.product.priceRange(formatPrice(range.low), formatPrice(range.high))}
          </span>
        ) : (
          <span className={styles['noPrice']}>{messages.product.noPrice}</span>
        )}
      </p>
    </>
  );
}
