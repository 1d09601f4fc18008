import { useId, useState } from 'react';
import type { OfferKind } from '#contract/shops.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { parsePercent } from './change-prices.ts';
import styles from './product-list.module.css';

interface SelectionBarProps {
  readonly offer: OfferKind;
  readonly count: number;
  readonly onClear: () => void;
  readonly onRemove: () => void;
  readonly onAvailability: (availability: 'YES' | 'NO') => void;
  /** `percent`: by how much each price changes. */
  readonly onPrices: (percent: number) => void;
}

/** What is done with all selected products at once. */
export function SelectionBar({ offer, count, onClear, onRemove, onAvailability, onPrices }: SelectionBarProps) {
  const id = useId();
  const [written, setWritten] = useState('');
  const percent = parsePercent(written);
  const isWrong = written !== '' && percent === undefined;
  return (
    <section className={styles['selection']} aria-label={adminListMessages.selected(count)}>
      <p>{adminListMessages.selected(count)}</p>
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
            setWritten('');
          }}
        >
          <label htmlFor={id}>{adminListMessages.priceChange}</label>
          <input
            id={id}
            inputMode="text"
            autoComplete="off"
            value={written}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-problem` : undefined}
            onChange={(event) => setWritten(event.target.value)}
          />
          <Button type="submit" disabled={percent === undefined}>
            {adminListMessages.applyPrice}
          </Button>
          {isWrong && (
            <p id={`${id}-problem`} className={styles['problem']}>
              {adminListMessages.wrongPercent}
            </p>
          )}
        </form>
        <Button onClick={onRemove}>{adminListMessages.removeSelected}</Button>
        <Button look="quiet" onClick={onClear}>
          {adminListMessages.clear}
        </Button>
      </div>
    </section>
  );
}
