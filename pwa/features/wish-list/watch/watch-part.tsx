import { toOffer } from '#contract/products/offer.ts';
import type { ShopRow } from '#contract/shops.ts';
import { watchMessages } from '#pwa/messages/en/watch.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { amountOf, compareOffers } from './offer-change.ts';
import { useSavedOffer } from './use-saved-offers.ts';
import styles from './watch.module.css';

/** Shows what has changed in a product's offer since it was saved; empty without a change. */
export function WatchPart({ shop, card }: { readonly shop: ShopRow; readonly card: WireCard }) {
  const saved = useSavedOffer(shop.key, card.id);
  // Nothing is compared until the offer is saved, or with the offer of an earlier product that had this id.
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
