import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { storedRecentlyViewed, useRecentlyViewed } from './stored-recently-viewed.ts';
import styles from './catalog.module.css';

interface RecentlyViewedProps {
  readonly shop: ShopKey;
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** The last products that were looked at in a shop, as the last row of its start screen. */
export function RecentlyViewed({ shop, renderCard }: RecentlyViewedProps) {
  const { data: cards } = useCards(shop, useRecentlyViewed(shop));
  if (!cards || cards.length === 0) return null;
  return (
    <section className={styles['row']} aria-label={catalogMessages.recent.heading}>
      <div className={styles['rowHead']}>
        <h2 className={styles['rowTitle']}>{catalogMessages.recent.heading}</h2>
        <Button
          look="quiet"
          aria-label={catalogMessages.recent.clearAll}
          onClick={() => storedRecentlyViewed.clear(shop)}
        >
          {catalogMessages.recent.clear}
        </Button>
      </div>
      <ul className={styles['strip']}>
        {cards.map((card) => (
          <li key={card.id}>{renderCard(card)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Remembers that a product was looked at. */
export function RecordRecentlyViewed({ shop, id }: { readonly shop: ShopKey; readonly id: number }) {
  useEffect(() => storedRecentlyViewed.put(shop, id), [shop, id]);
  return null;
}
