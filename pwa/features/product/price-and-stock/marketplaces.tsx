import type { OpenBoxProduct } from '#contract/products/product.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import styles from './product-detail.module.css';

type Marketplace = keyof typeof productMessages.marketplaceNames;

/** One quiet line of links to the marketplaces that also sell an item; renders nothing when there are none. */
export function Marketplaces({ product }: { readonly product: Pick<OpenBoxProduct, Marketplace> }) {
  const names = Object.entries(productMessages.marketplaceNames) as [Marketplace, string][];
  const links = names.flatMap(([field, name]) => (product[field] === '' ? [] : [{ name, link: product[field] }]));
  if (links.length === 0) return null;
  return (
    <section className={styles['markets']} aria-label={productMessages.marketplaces}>
      <span>{productMessages.marketplaces}</span>
      <ul>
        {links.map(({ name, link }) => (
          <li key={name}>
            <a href={link} target="_blank" rel="nofollow noopener">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
