import type { OpenBoxCard } from '#contract/blocks/card.ts';
import type { OpenBoxProduct } from '#contract/product.ts';
import { messages } from '#pwa/messages/en.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icon.tsx';
import { findPriceRange, listConditionOffers, totalQuantity } from './condition-offers.ts';
import { formatPrice } from './price-text.ts';
import { stockLabel } from './stock-label.ts';
import styles from './product-card.module.css';

const MARKETPLACES = Object.entries(messages.product.marketplaceNames) as [
  keyof typeof messages.product.marketplaceNames,
  string,
][];

/** Stock and price range over the conditions, as a card shows them. */
export function OpenBoxCardPart({ card }: { readonly card: OpenBoxCard }) {
  return (
    <div className={styles['offer']}>
      <OpenBoxSummary card={card} />
    </div>
  );
}

/** The conditions in stock with their prices, and where else the item is sold. */
export function OpenBoxDetailPart({
  card,
  product,
}: {
  readonly card: OpenBoxCard;
  readonly product: OpenBoxProduct | undefined;
}) {
  const inStock = listConditionOffers(card).filter((offer) => offer.quantity > 0);
  return (
    <>
      <OpenBoxSummary card={card} />
      {inStock.length > 0 && (
        <ul className={styles['conditions']} aria-label={messages.product.conditions}>
          {inStock.map(({ condition, price, quantity }) => (
            <li key={condition.key} className={styles['condition']}>
              <span>{`${condition.marker} ${condition.label} (${messages.product.conditionStock(quantity)})`}</span>
              <strong>{price > 0 ? formatPrice(price) : messages.product.noPrice}</strong>
            </li>
          ))}
        </ul>
      )}
      {product && <Marketplaces product={product} />}
    </>
  );
}

function OpenBoxSummary({ card }: { readonly card: OpenBoxCard }) {
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

function Marketplaces({ product }: { readonly product: OpenBoxProduct }) {
  const links = MARKETPLACES.flatMap(([field, name]) =>
    product[field] === '' ? [] : [{ name, link: product[field] }],
  );
  if (links.length === 0) return null;
  return (
    <ul className={styles['markets']} aria-label={messages.product.marketplaces}>
      {links.map(({ name, link }) => (
        <li key={name}>
          <a className={buttonClass('secondary')} href={link} target="_blank" rel="nofollow noopener">
            {name}
            <Icon name="external" />
          </a>
        </li>
      ))}
    </ul>
  );
}
