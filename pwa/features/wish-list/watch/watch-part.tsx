import { useState } from 'react';
import { toOffer } from '#contract/products/offer.ts';
import { MAX_WATCHES } from '#contract/limits.ts';
import type { ShopRow } from '#contract/shops.ts';
import { watchMessages } from '#pwa/messages/en/watch.ts';
import { savedOffers } from '#pwa/platform/storage/saved-offers.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { setWatched } from './apply-watch-stops.ts';
import { amountOf, compareOffers } from './offer-change.ts';
import { listWatched } from './to-watch-list.ts';
import { useSavedOffer } from './use-saved-offers.ts';
import styles from './watch.module.css';

/** What has changed since a product was saved, and the button that watches it. */
export function WatchPart({ shop, card }: { readonly shop: ShopRow; readonly card: WireCard }) {
  const saved = useSavedOffer(shop.key, card.id);
  const [isFull, setFull] = useState(false);
  // Stored as soon as the card is known; the next life of an id begins from nothing.
  if (saved?.life !== card.life) return null;
  const change = compareOffers(saved, toOffer(shop.offer, card));
  const toggle = (): void => {
    const isRejected = !saved.isWatched && listWatched(savedOffers.get()).length >= MAX_WATCHES;
    setFull(isRejected);
    if (!isRejected) setWatched({ shop: shop.key, id: card.id }, !saved.isWatched);
  };
  return (
    <div className={styles['part']}>
      {change.isBack && <p className={styles['good']}>{watchMessages.back}</p>}
      {change.difference < 0 && <p className={styles['good']}>{watchMessages.less(amountOf(change))}</p>}
      {change.difference > 0 && <p>{watchMessages.more(amountOf(change))}</p>}
      <button
        type="button"
        className={styles['toggle']}
        aria-pressed={saved.isWatched}
        aria-label={watchMessages.watchName(card.title)}
        onClick={toggle}
      >
        <LazyIcon name="bell" />
        {watchMessages.watch}
      </button>
      {isFull && <p role="alert">{watchMessages.full(MAX_WATCHES)}</p>}
    </div>
  );
}
