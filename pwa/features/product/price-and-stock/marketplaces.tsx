import type { OpenBoxProduct } from '#contract/products/product.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './product-detail.module.css';

/** Links to the marketplaces that also sell an item; renders nothing when there are none. */
export function Marketplaces({ product }: { readonly product: OpenBoxProduct }) {
  const names = Object.entries(productMessages.marketplaceNames) as [
    keyof typeof productMessages.marketplaceNames,
    string,
  ][];
  const links = names.flatMap(([field, name]) => (product[field] === '' ? [] : [{ name, link: product[field] }]));
  if (links.length === 0) return null;
  return (
    <section className={styles['markets']} aria-label={productMessages.marketplaces}>
      <p className={styles['soft']}>{productMessages.marketplaces}</p>
      <ul>
        {links.map(({ name, link }) => (
          <li key={name}>
            <a className={buttonClass('secondary')} href={link} target="_blank" rel="nofollow noopener">
              {name}
              <LazyIcon name="external" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
