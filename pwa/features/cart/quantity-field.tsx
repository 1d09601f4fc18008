import { useState } from 'react';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { readQuantity } from './read-quantity.ts';
import styles from './quantity-field.module.css';

/** A row follows a press within milliseconds; one that has not come after this long was refused. */
const ROW_FOLLOWS_MS = 1_000;

interface QuantityFieldProps {
  /** What is counted, for the names of the controls. */
  readonly title: string;
  readonly quantity: number;
  /** The plus ends here; more may still be typed and is then said to be too much. */
  readonly available: number;
  readonly onQuantity: (quantity: number) => Promise<void>;
}

/** How many units: a number to type, and a minus and a plus to press. What is no quantity is ignored. */
export function QuantityField({ title, quantity, available, onQuantity }: QuantityFieldProps) {
  // Presses that come faster than the row: each counts from the one before.
  const [ahead, setAhead] = useState<number>();
  if (ahead === quantity) setAhead(undefined);
  const current = ahead ?? quantity;
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: number }>();
  // A change from elsewhere, such as another device, counts more than what stands half typed.
  const text = draft?.of === current ? draft.text : String(current);

  const change = (next: number): void => {
    setAhead(next);
    void onQuantity(next).finally(() =>
      setTimeout(() => setAhead((last) => (last === next ? undefined : last)), ROW_FOLLOWS_MS),
    );
  };
  const onText = (typed: string): void => {
    setDraft({ text: typed, of: current });
    const wanted = readQuantity(typed);
    if (wanted !== undefined && wanted !== current) change(wanted);
  };
  return (
    <div className={styles['quantity']}>
      <IconButton
        icon={<LazyIcon name="minus" />}
        label={cartMessages.fewer(title)}
        disabled={current <= 1}
        onClick={() => change(current - 1)}
      />
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_CART_QUANTITY}
        aria-label={cartMessages.quantity(title)}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={() => setDraft(undefined)}
      />
      <IconButton
        icon={<LazyIcon name="plus" />}
        label={cartMessages.more(title)}
        disabled={current >= Math.min(available, MAX_CART_QUANTITY)}
        onClick={() => change(current + 1)}
      />
    </div>
  );
}
