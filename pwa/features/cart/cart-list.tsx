import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { formatTotal } from '#pwa/messages/format-total.ts';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import { cartTotal } from './cart-entry.ts';
import type { CartEntry } from './cart-entry.ts';
import { CartLine } from './cart-line.tsx';
import { EmptyCart } from './empty-cart.tsx';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './cart-list.module.css';

interface CartListProps {
  /** The entries that `useCart` returns. */
  readonly entries: readonly CartEntry[] | null | undefined;
  readonly changes: CartChanges;
  readonly renderImage: (entry: CartEntry) => ReactNode;
  readonly onOpen: (productId: number) => void;
  readonly renderActions?: (entry: CartEntry) => ReactNode;
  /** Whether quantities can be typed; in the window beside the shop, plus and minus are enough. */
  readonly canType?: boolean;
  /** The link or button that leads from an empty cart to products. */
  readonly toProducts: ReactNode;
}

/** The items of a cart and their total: in the window beside the shop and on the account page. */
export function CartList({
  entries,
  changes,
  renderImage,
  onOpen,
  renderActions,
  canType = false,
  toProducts,
}: CartListProps) {
  const list = useRef<HTMLDivElement>(null);
  const lastCount = useRef(0);
  const count = entries?.length ?? 0;

  useEffect(() => {
    // Removing an item removes the focused button with it: keep the focus in the list.
    if (count < lastCount.current && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
    lastCount.current = count;
  }, [count]);

  if (!entries) {
    const { loading, offline } = cartMessages;
    return <NotLoaded hasAnswered={entries === null} loading={loading} offline={offline} />;
  }
  return (
    <div ref={list} className={styles['cart']} tabIndex={-1}>
      {entries.length === 0 ? (
        <EmptyCart action={toProducts} />
      ) : (
        <>
          <ul className={styles['lines']}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <CartLine
                  entry={entry}
                  changes={changes}
                  image={renderImage(entry)}
                  canType={canType}
                  onOpen={() => onOpen(entry.line.product_id)}
                  actions={renderActions?.(entry)}
                />
              </li>
            ))}
          </ul>
          <p className={styles['total']} role="status">
            {cartMessages.total(formatTotal(cartTotal(entries)))}
          </p>
        </>
      )}
    </div>
  );
}
