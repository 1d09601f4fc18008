import type { OpenBoxProduct } from '#contract/product.ts';
import { messages } from '#pwa/messages/en.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import styles from './product-detail.module.css';

const MARKETPLACES = Object.entries(messages.product.marketplaceNames) as [
  keyof typeof messages.product.marketplaceNames,
  string,
][];

/** Where else an item is sold; nothing when it is not. */
export function Marketplaces({ product }: { readonly product: OpenBoxProduct }) {
  const links = MARKETPLACES.flatMap(([field, name]) =>
    product[field] === '' ? [] : [{ name, link: product[field] }],
  );
  if (links.length === 0) return null;
  return (
    <section className={styles['markets']} aria-label={messages.product.marketplaces}>
      <p className={styles['soft']}>{messages.product.marketplaces}</p>
      <ul>
        {links.map(({ name, link }) => (
          <li key={name}>
            <a className={buttonClass('secondary')} href={link} target="_blank" rel="nofollow noopener">
              {name}
              <Icon name="external" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
