import { useState } from 'react';
import { createTextSearch, toSearchable } from '#contract/text/text-search.ts';
import type { ShopRow } from '#contract/shops.ts';
import { DiscardDialog } from '#pwa/features/admin-outbox/discard-dialog.tsx';
import { PendingRow } from '#pwa/features/admin-products/list/pending-row.tsx';
import listStyles from '#pwa/features/admin-products/list/product-list.module.css';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { waitingAdditions } from '#sync/admin/store/overlay-products.ts';
import type { AdditionEntry } from '#sync/admin/store/overlay-products.ts';
import { adminFormUrl } from './admin-form-url.ts';

interface PendingProductsProps {
  readonly shop: ShopRow;
  readonly search: string;
}

/** The products of a shop that exist only on this device so far, with buttons to change or discard them. */
export function PendingProducts({ shop, search }: PendingProductsProps) {
  const data = useOpenAdminData();
  const [discarded, setDiscarded] = useState<number>();
  const all = useAdminData(async (rows) => waitingAdditions(await rows.outbox(), shop.key), [shop.key]) ?? [];
  // Live: an addition that is sent meanwhile can no longer be discarded.
  const discardedEntry = all.find(({ op }) => op === discarded);
  const shown = all.filter((entry) => matches(entry, search));
  if (shown.length === 0) return null;
  return (
    <section className={listStyles['pendingProducts']}>
      <h2>{adminListMessages.pendingTitle}</h2>
      <ul className={listStyles['list']}>
        {shown.map((entry) => (
          <PendingRow
            key={entry.op}
            entry={entry}
            onEdit={() => navigate(adminFormUrl(shop.adminPath, { form: 'operation', op: entry.op }))}
            onDiscard={() => setDiscarded(entry.op)}
          />
        ))}
      </ul>
      {discardedEntry && (
        <DiscardDialog
          entry={discardedEntry}
          onClose={() => setDiscarded(undefined)}
          onDiscard={() => void data?.discard(discardedEntry.op).catch(() => undefined)}
        />
      )}
    </section>
  );
}

/** Whether an addition is found by its title, its planned id or its barcode. */
function matches({ operation: { id, fields } }: AdditionEntry, search: string): boolean {
  return createTextSearch(search)(toSearchable(`${fields.title}\n${fields.barcode}`)) || String(id) === search.trim();
}
