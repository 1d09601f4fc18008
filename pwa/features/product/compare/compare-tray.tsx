import type { ReactNode } from 'react';
import type { ShopRow } from '#contract/shops.ts';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { ProductImage } from '../images/product-image.tsx';
import { isFull, storeComparison, useStoredComparison } from './stored-comparison.ts';
import styles from './compare-tray.module.css';

interface CompareTrayProps {
  readonly shop: ShopRow;
  /** Renders the link to the comparison. */
  readonly renderLink: (ids: readonly number[], text: string) => ReactNode;
}

/** The products chosen for a comparison, at the lower edge of their shop; nothing until there is one. */
export function CompareTray({ shop, renderLink }: CompareTrayProps) {
  const ids = useStoredComparison(shop.key);
  const { data: cards } = useCards(shop.key, ids);
  if (ids.length === 0) return null;
  const clear = (): void => {
    // Moves the focus to the page's content, because this button disappears with the tray.
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    storeComparison(shop.key, []);
  };
  return (
    <>
      {/* Keeps the page's last lines above the tray. */}
      <div className={styles['space']} />
      <section className={styles['tray']} aria-label={compareMessages.tray}>
        <ul className={styles['images']} aria-hidden="true">
          {cards?.map((card) => (
            <li key={card.id}>
              <ProductImage card={card} imageFolder={shop.imageFolder} priority="eager" />
            </li>
          ))}
        </ul>
        <div role="status" className={styles['text']}>
          {ids.length === 1 ? compareMessages.addOneMore : renderLink(ids, compareMessages.open(ids.length))}
        </div>
        <IconButton icon="close" label={compareMessages.clear} onClick={clear} />
        <p role="status" className={styles['full']}>
          {isFull(ids) && compareMessages.full}
        </p>
      </section>
    </>
  );
}
