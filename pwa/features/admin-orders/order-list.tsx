import { useRef, useState } from 'react';
import { WindowVirtualizer } from 'virtua';
import type { WindowVirtualizerHandle } from 'virtua';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import type { ShipmentDraft } from '#sync/api/admin-api.ts';
import { OrderCard } from './order-card.tsx';
import type { CardActions } from './order-card.tsx';
import styles from './order-list.module.css';
import type { OrderRow } from './order-rows.ts';
import type { AdminOrders } from './use-admin-orders.ts';

interface OrderListProps extends Pick<AdminOrders, 'pendingIds' | 'rejectedChanges'> {
  readonly rows: readonly OrderRow[];
  readonly openIds: ReadonlySet<string>;
  /** Opens or closes an order, by its id. */
  readonly onToggle: (id: string) => void;
  readonly drafts: ReadonlyMap<string, ShipmentDraft>;
  readonly actions: CardActions;
}

/** Orders grouped by day. Only rows near the viewport are rendered: the list may have thousands. */
export function OrderList({ rows, pendingIds, rejectedChanges, openIds, onToggle, drafts, actions }: OrderListProps) {
  const list = useRef<WindowVirtualizerHandle>(null);
  const [top, setTop] = useState<string>();
  const isShifted = useIsShifted(rows, top);
  const updateTop = (): void => {
    const { scrollOffset = 0 } = list.current ?? {};
    setTop(scrollOffset > 0 ? rows[list.current?.findItemIndex(scrollOffset) ?? 0]?.key : undefined);
  };
  return (
    <WindowVirtualizer
      ref={list}
      data={rows}
      // New orders must not move the rows under the finger when the list is scrolled down; at its top, they appear at once.
      shift={isShifted}
      bufferSize={600}
      onScroll={updateTop}
    >
      {(row) =>
        row.kind === 'order' ? (
          <div key={row.key} className={styles['row']}>
            <OrderCard
              order={row.order}
              isOpen={openIds.has(row.order.id)}
              onToggle={() => onToggle(row.order.id)}
              draft={drafts.get(row.order.id)}
              isPending={pendingIds.has(row.order.id)}
              rejectedChange={rejectedChanges.get(row.order.id)}
              actions={actions}
            />
          </div>
        ) : (
          <h2 key={row.key} className={styles[row.kind]}>
            {row.kind === 'day' ? (
              // The specification asks for the date beside the name of the day.
              <>
                {row.name} <time dateTime={row.day}>{row.day}</time>
              </>
            ) : (
              adminOrderMessages.attention
            )}
          </h2>
        )
      }
    </WindowVirtualizer>
  );
}

/** Returns whether the last change added or removed rows above the one at the top of the viewport. */
function useIsShifted(rows: readonly OrderRow[], top: string | undefined): boolean {
  const [drawn, setDrawn] = useState({ rows, isShifted: false });
  if (drawn.rows === rows) return drawn.isShifted;
  const [before, after] = [drawn.rows, rows].map((all) => all.findIndex(({ key }) => key === top));
  const isShifted = before !== -1 && after !== -1 && before !== after;
  setDrawn({ rows, isShifted });
  return isShifted;
}
