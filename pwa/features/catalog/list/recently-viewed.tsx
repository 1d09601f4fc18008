import { useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { RowStart } from './row-start.tsx';
import { storedRecentlyViewed } from './stored-recently-viewed.ts';
import styles from './catalog.module.css';

interface RecentlyViewedProps {
  readonly shop: ShopKey;
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** The recently viewed products of a shop, as the last row of its start screen. */
export function RecentlyViewed({ shop, renderCard }: RecentlyViewedProps) {
  const ids = useSyncExternalStore(storedRecentlyViewed.subscribe, () => storedRecentlyViewed.list(shop));
  const { data: cards } = useCards(shop, ids);
  const strip = useRef<HTMLUListElement>(null);
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
      <ul ref={strip} className={styles['strip']}>
        {cards.map((card) => (
          <li key={card.id}>{renderCard(card)}</li>
        ))}
      </ul>
      <RowStart strip={strip} firstId={cards[0]?.id} />
    </section>
  );
}
