import { toOffer } from '#contract/products/offer.ts';
import type { ShopRow } from '#contract/shops.ts';
import { watchMessages } from '#pwa/messages/en/watch.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { amountOf, compareOffers } from './offer-change.ts';
import { useSavedOffer } from './use-saved-offers.ts';
import styles from './watch.module.css';

/** What has changed since a product was saved; nothing where nothing has. */
export function WatchPart({ shop, card }: { readonly shop: ShopRow; readonly card: WireCard }) {
  const saved = useSavedOffer(shop.key, card.id);
  // Stored as soon as the card is known; the next life of an id begins from nothing.
  if (saved?.life !== card.life) return null;
  const change = compareOffers(saved, toOffer(shop.offer, card));
  return (
    <div className={styles['part']}>
      {change.isBack && <p className={styles['good']}>{watchMessages.back}</p>}
      {change.difference < 0 && <p className={styles['good']}>{watchMessages.less(amountOf(change))}</p>}
      {change.difference > 0 && <p>{watchMessages.more(amountOf(change))}</p>}
    </div>
  );
}
