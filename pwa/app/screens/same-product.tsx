import { useCallback, useSyncExternalStore } from 'react';
import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import { getShop, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { listConditionOffers } from '#pwa/features/product/price-and-stock/condition-offers.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { conditionName } from '#pwa/messages/term-names.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import type { SameProduct } from '#sync/api/engine-api.ts';
import { goToProduct } from '../routing/go-to-product.ts';
import { productUrl } from '../routing/product-url.ts';
import styles from './same-product.module.css';

/** The search reads the catalogues of other shops from the device, so it starts after the window's first frames. */
const LATER = afterDelay(400);

type Found = { readonly same: SameProduct | undefined };

interface SameProductLinkProps {
  readonly shop: ShopKey;
  readonly id: number;
  /** Empty when the product has none. */
  readonly barcode: string;
}

/** Beside a price: what the same product costs new, or used, in another shop. Renders nothing where that is not certain. */
export function SameProductLink({ shop, id, barcode }: SameProductLinkProps) {
  const states = useCatalogueStates();
  const query: EngineQuery<Found> = useCallback(
    async (catalog) => ({ same: await catalog.sameProduct(shop, id, barcode) }),
    // `states`: runs again when the catalogue of another shop arrives.
    // oxlint-disable-next-line react/exhaustive-deps
    [shop, id, barcode, states],
  );
  const { data } = useEngineQuery(shop, query, { when: LATER });
  if (!data?.same) return null;
  const { same } = data;
  const text = describeSame(same);
  // The other product has sold out meanwhile.
  if (text === '') return null;
  const other = getShop(same.shop);
  return (
    <a
      className={styles['same']}
      href={productUrl(other.path, '', same.card.id)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        goToProduct(other, same.card.id);
      }}
    >
      {text}
    </a>
  );
}

/** Returns what this device has of the catalogues of all shops, as one text. */
function useCatalogueStates(): string {
  const sync = useSync();
  const read = (): string => SHOP_KEYS.map((key) => sync.findStatus(key)?.catalogue).join();
  return useSyncExternalStore(sync.onStatus, read);
}

function describeSame({ shop, card }: SameProduct): string {
  if (getShop(shop).offer === 'affiliate') {
    return productMessages.newElsewhere(formatPrice((card as unknown as AffiliateCard).price_cents));
  }
  const [cheapest] = listConditionOffers(card as unknown as OpenBoxCard)
    .filter(({ price, quantity }) => price > 0 && quantity > 0)
    .toSorted((a, b) => a.price - b.price);
  return cheapest
    ? productMessages.usedElsewhere(conditionName(cheapest.condition.key), formatPrice(cheapest.price))
    : '';
}
