import type { ReactNode } from 'react';
import { CONDITIONS } from '#contract/conditions.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { entryTotal, hasNewPrice, isSoldOut } from './cart-entry.ts';
import type { CartEntry } from './cart-entry.ts';
import { QuantityField } from './quantity-field.tsx';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './cart-line.module.css';

interface CartLineProps {
  readonly entry: CartEntry;
  readonly changes: CartChanges;
  readonly picture: ReactNode;
  /** Leads to the product. */
  readonly onOpen: () => void;
  /** What else can be done with the item. */
  readonly actions?: ReactNode;
}

/** One item of a cart, with what changed since the buyer chose it. */
export function CartLine({ entry, changes, picture, onOpen, actions }: CartLineProps) {
  const { line, price, available } = entry;
  const condition = CONDITIONS.find(({ key }) => key === line.condition);
  return (
    <article className={styles['line']} aria-label={line.title} data-state={isSoldOut(entry) ? 'none' : entry.stock}>
      <div className={styles['picture']}>{picture}</div>
      <div className={styles['what']}>
        <h3 className={styles['title']}>
          <button type="button" dir="auto" onClick={onOpen}>
            {line.title}
          </button>
        </h3>
        <p className={styles['condition']}>{condition && `${condition.marker} ${condition.label}`}</p>
        {line.isWaiting && (
          <p className={styles['waiting']}>
            <LazyIcon name="clock" />
            {cartMessages.waiting}
          </p>
        )}
      </div>
      <IconButton
        icon={<LazyIcon name="trash" />}
        label={cartMessages.remove(line.title)}
        className={styles['remove']}
        onClick={() => void changes.remove(entry)}
      />
      <div className={styles['count']}>
        <QuantityField
          title={line.title}
          quantity={line.quantity}
          available={available}
          onQuantity={(quantity) => changes.setQuantity(entry, quantity)}
        />
        <p className={styles['prices']}>
          {!isSoldOut(entry) && (
            <>
              <strong>{formatPrice(entryTotal(entry))}</strong>
              {line.quantity > 1 && <span>{cartMessages.each(formatPrice(price))}</span>}
            </>
          )}
        </p>
      </div>
      <News entry={entry} changes={changes} />
      {actions && <div className={styles['actions']}>{actions}</div>}
    </article>
  );
}

/** What the buyer did not know when the item was chosen: another price, too few left. */
function News({ entry, changes }: Pick<CartLineProps, 'entry' | 'changes'>) {
  const { line, price, priceSeen, available, stock } = entry;
  if (stock === 'enough' && !hasNewPrice(entry)) return null;
  return (
    <div className={styles['changes']}>
      {(stock === 'none' || stock === 'gone') && <p className={styles['news']}>{cartMessages[stock]}</p>}
      {stock === 'few' && (
        <div className={styles['news']}>
          <p>{cartMessages.few(available)}</p>
          <Button onClick={() => void changes.setQuantity(entry, available)}>{cartMessages.take(available)}</Button>
        </div>
      )}
      {hasNewPrice(entry) && !isSoldOut(entry) && (
        <div className={styles['news']}>
          <p>{cartMessages[price > priceSeen ? 'dearer' : 'cheaper'](formatPrice(priceSeen), formatPrice(price))}</p>
          <Button
            aria-label={cartMessages.acceptPrice(line.title, formatPrice(price))}
            onClick={() => void changes.acceptPrice(entry)}
          >
            {cartMessages.accept}
          </Button>
        </div>
      )}
    </div>
  );
}
