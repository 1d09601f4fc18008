import { useRef, useState } from 'react';
import { WindowVirtualizer } from 'virtua';
import type { WindowVirtualizerHandle } from 'virtua';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import type { ShipmentDraft } from '#sync/admin/admin-api.ts';
import { OrderCard } from './order-card.tsx';
import type { CardActions } from './order-card.tsx';
import styles from './order-list.module.css';
import type { OrderRow } from './order-rows.ts';
import type { AdminOrders } from './use-admin-orders.ts';

interface OrderListProps extends Pick<AdminOrders, 'waiting' | 'refused'> {
  readonly rows: readonly OrderRow[];
  readonly drafts: ReadonlyMap<string, ShipmentDraft>;
  readonly actions: CardActions;
}

/** Orders under their days. Only those near the screen are drawn, so that thousands scroll like a few. */
export function OrderList({ rows, waiting, refused, drafts, actions }: OrderListProps) {
  const list = useRef<WindowVirtualizerHandle>(null);
  const [top, setTop] = useState<string>();
  const isShifted = useIsShifted(rows, top);
  const noteTop = (): void => {
    const { scrollOffset = 0 } = list.current ?? {};
    setTop(scrollOffset > 0 ? rows[list.current?.findItemIndex(scrollOffset) ?? 0]?.key : undefined);
  };
  return (
    <WindowVirtualizer
      ref={list}
      data={rows}
      // Who reads further down keeps what is under the finger when new orders come; who is at the top sees them.
      shift={isShifted}
      bufferSize={600}
      onScroll={noteTop}
    >
      {(row) =>
        row.kind === 'order' ? (
          <div key={row.key} className={styles['row']}>
            <OrderCard
              order={row.order}
              draft={drafts.get(row.order.id)}
              isWaiting={waiting.has(row.order.id)}
              refused={refused.get(row.order.id)}
              actions={actions}
            />
          </div>
        ) : (
          <h2 key={row.key} className={styles[row.kind]}>
            {row.kind === 'day' ? <time dateTime={row.day}>{row.day}</time> : adminOrderMessages.attention}
          </h2>
        )
      }
    </WindowVirtualizer>
  );
}

/** Whether the last change put rows above the one at the top of the screen, or took some away there. */
function useIsShifted(rows: readonly OrderRow[], top: string | undefined): boolean {
  const [drawn, setDrawn] = useState({ rows, isShifted: false });
  if (drawn.rows === rows) return drawn.isShifted;
  const [before, after] = [drawn.rows, rows].map((all) => all.findIndex(({ key }) => key === top));
  const isShifted = before !== -1 && after !== -1 && before !== after;
  setDrawn({ rows, isShifted });
  return isShifted;
}
