import { useDeferredValue, useMemo, useState } from 'react';
import { orderName } from '#contract/orders/order-name.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { UndoNotice } from '#pwa/ui/undo-notice.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { NoOrders } from './no-orders.tsx';
import { OrderList } from './order-list.tsx';
import { OrderConfirmDialog } from './order-confirm-dialog.tsx';
import { planOrderRows } from './order-rows.ts';
import { OrderTools } from './order-tools.tsx';
import { toOrdersCsv } from './orders-csv.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { countOrders, selectOrders } from './select-orders.ts';
import type { OrderFilter } from './select-orders.ts';
import type { AdminOrders } from './use-admin-orders.ts';
import { useCardActions } from './use-card-actions.ts';

interface OrderBoardProps {
  readonly data: AdminOrders;
  readonly firstFilter: OrderFilter;
  /** Shows packing slips in place of the board. */
  readonly onSlips: (orders: readonly AdminOrder[]) => void;
}

const NO_IDS: ReadonlySet<string> = new Set();

/** The orders of the shop with search, filters and actions. */
export function OrderBoard({ data, firstFilter, onSlips }: OrderBoardProps) {
  const calls = useAdminCalls();
  const { orders, pendingIds, rejectedChanges } = data;
  const [filter, setFilter] = useState<OrderFilter>(firstFilter);
  const deferredFilter = useDeferredValue(filter);
  const [retainedIds, setRetainedIds] = useState(NO_IDS);
  const [openIds, setOpenIds] = useState(NO_IDS);
  const counts = useMemo(() => countOrders(orders), [orders]);
  const shown = useMemo(() => selectOrders(orders, deferredFilter, retainedIds), [orders, deferredFilter, retainedIds]);
  const rows = useMemo(() => planOrderRows(shown), [shown]);
  const { actions, drafts, deleted, forgetDeleted, confirmationState } = useCardActions({
    onShipped: ({ id }) => setRetainedIds((ids) => new Set(ids).add(id)),
    onSlips,
  });

  const change = (next: OrderFilter): void => {
    setFilter(next);
    setRetainedIds(NO_IDS);
  };
  const save = (): void => {
    saveTextFile(adminOrderMessages.csvName(formatDay(Date.now())), toOrdersCsv(shown), 'text/csv;charset=utf-8');
    // Offline, the server does not record the export, but it did record that these orders were read.
    calls.noteOrderExport({ body: { count: shown.length } }).catch(() => undefined);
  };

  if (orders.length === 0 && !deleted)
    return (
      <NoOrders icon={<Icon name="cart" />} title={adminOrderMessages.empty} hint={adminOrderMessages.emptyHint} />
    );
  return (
    <>
      <OrderTools
        filter={filter}
        onFilter={change}
        counts={counts}
        shown={shown.length}
        onCsv={save}
        onSlips={() => onSlips(shown)}
      />
      {shown.length === 0 && <NoOrders icon={<LazyIcon name="search" />} title={adminOrderMessages.none} />}
      {drafts && (
        <OrderList
          key={JSON.stringify(deferredFilter)}
          rows={rows}
          pendingIds={pendingIds}
          rejectedChanges={rejectedChanges}
          openIds={openIds}
          onToggle={(id) =>
            setOpenIds((ids) => new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]))
          }
          drafts={drafts}
          actions={actions}
        />
      )}
      {deleted && (
        <UndoNotice
          key={deleted.order.id}
          text={adminOrderMessages.deleted(orderName(deleted.order))}
          undo={adminListMessages.undo}
          onUndo={deleted.undo}
          onOver={forgetDeleted}
        />
      )}
      <OrderConfirmDialog {...confirmationState} />
    </>
  );
}
