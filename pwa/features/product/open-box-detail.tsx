import type { OpenBoxCard } from '#contract/blocks/card.ts';
import type { OpenBoxProduct } from '#contract/product.ts';
import { messages } from '#pwa/messages/en.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import { listConditionOffers } from './condition-offers.ts';
import { OpenBoxSummary } from './open-box-offer.tsx';
import { formatPrice } from './price-text.ts';
import styles from './product-card.module.css';

const MARKETPLACES = Object.entries(messages.product.marketplaceNames) as [
  keyof typeof messages.product.marketplaceNames,
  string,
][];

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
