import { conditionName, markedCondition } from '#pwa/messages/term-names.ts';
import { useId } from 'react';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { readShopText } from '#pwa/messages/shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import type { ConditionOffer } from './condition-offers.ts';
import { offerPriceText } from './price-text.ts';
import { stockLabel } from './stock-label.ts';
import styles from './product-detail.module.css';

interface ConditionSelectProps {
  /** The offers in stock. */
  readonly offers: readonly ConditionOffer[];
  readonly chosen: ConditionKey | undefined;
  readonly onChoose: (key: ConditionKey | undefined) => void;
}

/** The select field of the condition; each option has its stock and price. */
export function ConditionSelect({ offers, chosen, onChoose }: ConditionSelectProps) {
  const id = useId();
  const { conditions } = useShopSettings();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{productMessages.condition}</label>
      <select
        id={id}
        className={styles['select']}
        value={chosen ?? ''}
        onChange={(event) =>
          onChoose(offers.find(({ condition }) => condition.key === event.target.value)?.condition.key)
        }
      >
        {offers.length > 1 && <option value="">{productMessages.chooseCondition}</option>}
        {offers.map(({ condition: { key }, price, quantity }) => {
          const nameWith = (condition: string): string =>
            productMessages.conditionChoice(condition, stockLabel(quantity), offerPriceText(price));
          return (
            // An option cannot contain elements, so `aria-label` leaves the emoji out for screen readers.
            <option key={key} value={key} aria-label={nameWith(conditionName(key))}>
              {nameWith(markedCondition(key))}
            </option>
          );
        })}
      </select>
      {chosen && (
        <p className={styles['soft']}>
          {readShopText(conditions?.[chosen]) ?? productMessages.conditionMeanings[chosen]}
        </p>
      )}
    </div>
  );
}
