import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { OfferKind } from '#contract/shops.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import { parsePercent } from './change-prices.ts';
import styles from './product-list.module.css';

interface SelectionBarProps {
  readonly offer: OfferKind;
  readonly count: number;
  readonly onClear: () => void;
  /** More actions. */
  readonly children: ReactNode;
  readonly onRemove: () => void;
  readonly onAvailability: (availability: 'YES' | 'NO') => void;
  /** Changes each price by `percent`. */
  readonly onPrices: (percent: number) => void;
}

/** Actions on all selected products. */
export function SelectionBar({
  offer,
  count,
  onClear,
  onRemove,
  onAvailability,
  onPrices,
  children,
}: SelectionBarProps) {
  const id = useId();
  const [text, setText] = useState('');
  const percent = parsePercent(text);
  const isInvalid = text !== '' && percent === undefined;
  return (
    <section className={styles['selection']} aria-label={adminListMessages.selected(count)}>
      <div className={styles['chosen']}>
        <p>{adminListMessages.selected(count)}</p>
        <Button look="quiet" onClick={onClear}>
          {adminListMessages.clear}
        </Button>
      </div>
      <div className={styles['choices']}>
        {offer === 'affiliate' && (
          <>
            <Button onClick={() => onAvailability('YES')}>{adminListMessages.markAvailable}</Button>
            <Button onClick={() => onAvailability('NO')}>{adminListMessages.markUnavailable}</Button>
          </>
        )}
        <form
          className={styles['percent']}
          onSubmit={(event) => {
            event.preventDefault();
            if (percent === undefined) return;
            onPrices(percent);
            setText('');
          }}
        >
          <label htmlFor={id}>{adminListMessages.priceChange}</label>
          <input
            className={fieldStyles['input']}
            id={id}
            inputMode="text"
            autoComplete="off"
            value={text}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? `${id}-problem` : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={percent === undefined}>
            {adminListMessages.applyPrice}
          </Button>
          {isInvalid && (
            <p id={`${id}-problem`} className={fieldStyles['problem']}>
              {adminListMessages.wrongPercent}
            </p>
          )}
        </form>
        {children}
        <Button look="danger" onClick={onRemove}>
          {adminListMessages.removeSelected}
        </Button>
      </div>
    </section>
  );
}
