import type { OpenBoxCard } from '#contract/blocks/card.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { findPriceRange, listConditionOffers, totalQuantity } from './condition-offers.ts';
import type { ConditionOffer } from './condition-offers.ts';
import { stockLabel } from './stock-label.ts';
import styles from '../card/product-card.module.css';

/** Shows the stock and price range of an open-box card over its conditions. */
export function OpenBoxCardPart({ card }: { readonly card: OpenBoxCard }) {
  const offers = listConditionOffers(card);
  return (
    <div className={styles['offer']}>
      <OpenBoxStock quantity={totalQuantity(offers)} />
      <OpenBoxPrice offers={offers} />
    </div>
  );
}

/** The icon in the label of a sold-out product, which is not read aloud. */
const SOLD_OUT_MARK = '❌';

/** Shows a number of units in stock, of one condition or of all together, as a label. */
export function OpenBoxStock({ quantity }: { readonly quantity: number }) {
  const label = stockLabel(quantity);
  // `Decorated`, which handles every icon, is too large for the first screen.
  const mark = label.startsWith(SOLD_OUT_MARK) && SOLD_OUT_MARK;
  return (
    <p className={classNames(styles['stock'], quantity === 1 && styles['last'])}>
      {mark && <span aria-hidden="true">{mark}</span>}
      {mark ? label.slice(mark.length) : label}
    </p>
  );
}

/** Shows the price, or the lowest and the highest price of the conditions. */
export function OpenBoxPrice({ offers }: { readonly offers: readonly ConditionOffer[] }) {
  const range = findPriceRange(offers);
  return (
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
  );
}
