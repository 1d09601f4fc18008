import { useState } from 'react';
import type { ReactNode } from 'react';
import type { OpenBoxCard } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';
import type { ShopKey } from '#contract/shops.ts';
import { readShopText } from '#pwa/messages/shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { ConditionSelect } from './condition-select.tsx';
import type { ConditionOffer } from './condition-offers.ts';
import { listConditionOffers, totalQuantity } from './condition-offers.ts';
import { OpenBoxPrice, OpenBoxStock } from './open-box-offer.tsx';
import { PriceNote } from './price-note.tsx';
import type { RenderActions } from './render-actions.ts';
import { offerPriceText } from './price-text.ts';
import cardStyles from '../card/product-card.module.css';
import styles from './product-detail.module.css';

interface OpenBoxDetailProps {
  readonly shop: ShopKey;
  readonly card: OpenBoxCard;
  readonly elsewhere?: ReactNode;
  /** Renders the actions for the chosen condition. */
  readonly renderActions?: RenderActions | undefined;
  readonly onCondition?: (key: ConditionKey | undefined) => void;
}

/** Shows the price of the chosen condition, its stock, and the choice of a condition. */
export function OpenBoxDetailPart({ shop, card, elsewhere, renderActions, onCondition }: OpenBoxDetailProps) {
  const promise = readShopText(useShopSettings().promise);
  const [selectedKey, setSelectedKey] = useState<ConditionKey>();
  const offers = listConditionOffers(card);
  const inStock = offers.filter(({ quantity }) => quantity > 0);
  // The selected condition may sell out meanwhile. If only one condition is in stock, it is chosen automatically.
  const chosen = inStock.length === 1 ? inStock[0] : inStock.find(({ condition }) => condition.key === selectedKey);
  const actions = renderActions?.(card, chosen?.condition.key);
  return (
    <>
      <div>
        {chosen ? (
          <p className={cardStyles['prices']} aria-live="polite">
            <span className={chosen.price > 0 ? cardStyles['price'] : cardStyles['noPrice']}>
              {offerPriceText(chosen.price)}
            </span>
          </p>
        ) : (
          <OpenBoxPrice offers={offers} />
        )}
        <PriceNote shop={shop} card={card} offers={pricesOf(offers)} shown={chosen?.condition.key} />
        <OpenBoxStock quantity={chosen ? chosen.quantity : totalQuantity(offers)} />
        {elsewhere}
      </div>
      {inStock.length > 0 && (
        <ConditionSelect
          offers={inStock}
          chosen={chosen?.condition.key}
          onChoose={(key) => {
            setSelectedKey(key);
            onCondition?.(key);
          }}
        />
      )}
      {promise !== undefined && <p className={styles['soft']}>{promise}</p>}
      {actions && <div className={styles['bar']}>{actions}</div>}
    </>
  );
}

/** The prices of the conditions in stock, by condition. */
const pricesOf = (offers: readonly ConditionOffer[]): Readonly<Record<string, Cents>> =>
  Object.fromEntries(
    offers.filter(({ quantity }) => quantity > 0).map(({ condition, price }) => [condition.key, price]),
  );
