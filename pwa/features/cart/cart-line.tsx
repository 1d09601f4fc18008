import { markedCondition } from '#pwa/messages/term-names.ts';
import type { ReactNode } from 'react';
import { CONDITIONS } from '#contract/products/conditions.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { Decorated } from '#pwa/ui/decorated.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { entryTotal, hasNewPrice, isSoldOut } from './cart-entry.ts';
import type { CartEntry } from './cart-entry.ts';
import { QuantityField } from './quantity-field.tsx';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './cart-line.module.css';

interface CartLineProps {
  readonly entry: CartEntry;
  readonly changes: CartChanges;
  readonly image: ReactNode;
  /** Whether the quantity can be typed. */
  readonly canType: boolean;
  /** Opens the product. */
  readonly onOpen: () => void;
  /** Further actions for the item. */
  readonly actions?: ReactNode;
}

/** One item of a cart, with notices about changes since the buyer chose it. */
export function CartLine({ entry, changes, image, canType, onOpen, actions }: CartLineProps) {
  const { line, price, available } = entry;
  const condition = CONDITIONS.find(({ key }) => key === line.condition);
  return (
    <article className={styles['line']} aria-label={line.title} data-state={isSoldOut(entry) ? 'none' : entry.stock}>
      <div className={styles['image']}>{image}</div>
      <div className={styles['what']}>
        <h3 className={styles['title']}>
          <button type="button" dir="auto" onClick={onOpen}>
            {line.title}
          </button>
        </h3>
        <p className={styles['condition']}>{condition && <Decorated text={markedCondition(condition.key)} />}</p>
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
          canType={canType}
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
      <LineNotices entry={entry} changes={changes} />
      {actions && <div className={styles['actions']}>{actions}</div>}
    </article>
  );
}

/** Notices about changes since the buyer chose the item: another price, too few in stock. */
function LineNotices({ entry, changes }: Pick<CartLineProps, 'entry' | 'changes'>) {
  const { line, price, priceSeen, available, stock } = entry;
  if (stock === 'enough' && !hasNewPrice(entry)) return null;
  return (
    <div className={styles['changes']}>
      {(stock === 'none' || stock === 'gone') && <p className={styles['notice']}>{cartMessages[stock]}</p>}
      {stock === 'few' && (
        <div className={styles['notice']}>
          <p>{cartMessages.few(available)}</p>
          <Button onClick={() => void changes.setQuantity(entry, available)}>{cartMessages.take(available)}</Button>
        </div>
      )}
      {hasNewPrice(entry) && !isSoldOut(entry) && (
        <div className={styles['notice']}>
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
