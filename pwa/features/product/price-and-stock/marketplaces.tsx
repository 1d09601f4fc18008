import { MARKETPLACES } from '#contract/products/marketplaces.ts';
import type { MarketplaceKey } from '#contract/products/marketplaces.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import styles from './product-detail.module.css';

/** One quiet line of links to the marketplaces that also sell an item; renders nothing when there are none. */
export function Marketplaces({ product }: { readonly product: Readonly<Record<MarketplaceKey, string>> }) {
  const links = MARKETPLACES.filter(({ key }) => product[key] !== '');
  if (links.length === 0) return null;
  return (
    <section className={styles['markets']} aria-label={productMessages.marketplaces}>
      <span>{productMessages.marketplaces}</span>
      <ul>
        {links.map(({ key, name }) => (
          <li key={key}>
            <a href={product[key]} target="_blank" rel="nofollow noopener">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
