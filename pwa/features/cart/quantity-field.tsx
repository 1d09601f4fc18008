import { useState } from 'react';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { NumberInput } from '#pwa/ui/fields/number-input.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { readQuantity } from './read-quantity.ts';
import styles from './quantity-field.module.css';

/** A click updates the database row within milliseconds; a change that is missing from the row after this time has failed. */
const ROW_UPDATE_TIMEOUT_MS = 1_000;

interface QuantityFieldProps {
  /** The product's title, for the names of the controls. */
  readonly title: string;
  readonly quantity: number;
  /** The limit of the plus button; more may be typed, and the line then shows that it exceeds the stock. */
  readonly available: number;
  /** Whether a number can be typed. */
  readonly canType: boolean;
  readonly onQuantity: (quantity: number) => Promise<void>;
}

/** A quantity with minus and plus buttons, in an input or as plain text. Typed text that is no valid quantity is ignored. */
export function QuantityField({ title, quantity, available, canType, onQuantity }: QuantityFieldProps) {
  // The quantity after clicks that are faster than the row's update, so that each click counts from the previous one.
  const [ahead, setAhead] = useState<number>();
  if (ahead === quantity) setAhead(undefined);
  const current = ahead ?? quantity;
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: number }>();
  // A change from elsewhere, such as another device, replaces a half-typed text.
  const text = draft?.of === current ? draft.text : String(current);

  const change = (next: number): void => {
    setAhead(next);
    void onQuantity(next).finally(() =>
      setTimeout(() => setAhead((last) => (last === next ? undefined : last)), ROW_UPDATE_TIMEOUT_MS),
    );
  };
  const onText = (typed: string): void => {
    setDraft({ text: typed, of: current });
    const next = readQuantity(typed);
    if (next !== undefined && next !== current) change(next);
  };
  return (
    <div className={styles['quantity']}>
      <IconButton
        icon={<LazyIcon name="minus" />}
        label={cartMessages.fewer(title)}
        disabled={current <= 1}
        onClick={() => change(current - 1)}
      />
      {canType ? (
        <NumberInput
          min={1}
          max={MAX_CART_QUANTITY}
          aria-label={cartMessages.quantity(title)}
          value={text}
          onText={onText}
          onBlur={() => setDraft(undefined)}
        />
      ) : (
        <output aria-label={cartMessages.quantity(title)}>{current}</output>
      )}
      <IconButton
        icon={<LazyIcon name="plus" />}
        label={cartMessages.more(title)}
        disabled={current >= Math.min(available, MAX_CART_QUANTITY)}
        onClick={() => change(current + 1)}
      />
    </div>
  );
}
