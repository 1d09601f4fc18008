import { useEffect, useState } from 'react';
import { AlternativesDialog } from '#pwa/features/admin-outbox/alternatives-dialog.tsx';
import { ConflictDialog } from '#pwa/features/admin-outbox/conflict-dialog.tsx';
import { AddProduct } from '#pwa/features/admin-products/add/add-product.tsx';
import { DeleteProduct } from '#pwa/features/admin-products/delete/delete-product.tsx';
import { EditProduct } from '#pwa/features/admin-products/edit/edit-product.tsx';
import type { EditorSlot, RenderAlternatives } from '#pwa/features/admin-products/form/form-slots.ts';
import { RichTextEditor } from '#pwa/features/rich-text/rich-text-editor.tsx';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { adminTab } from '#pwa/platform/admin/admin-form-state.ts';
import type { AdminTab } from '#pwa/platform/admin/admin-form-state.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import type { ShopRow } from '#contract/shops.ts';
import { renderBarcodeScanner } from './admin-scanner.tsx';
import { adminFormUrl, findRequestedForm } from './admin-form-url.ts';
import { adminUrl } from './admin-route.ts';
import type { RequestedForm } from './admin-form-url.ts';

const { products, shopNames } = adminMessages;

const renderEditor = (slot: EditorSlot) => <RichTextEditor {...slot} />;
const renderAlternatives: RenderAlternatives = (slot) => <AlternativesDialog {...slot} />;

/** The three forms of a shop: add, delete and edit a product. */
export function ShopAdminScreen({ shop }: { readonly shop: ShopRow }) {
  const search = useSearch();
  const wanted = findRequestedForm(search);
  const entry = useRequestedEntry(wanted);
  const addition = useOpenedAddition(wanted, entry);
  const chosen = useObservable(adminTab);
  const [conflictOp, setConflictOp] = useState<number>();
  const wantedTab = findTab(wanted, entry);
  const wantedId = wanted?.form === 'edit' ? wanted.id : editedId(entry);
  const isConflict = entry?.state === 'conflict';

  useEffect(() => {
    if (wantedTab) adminTab.set(wantedTab);
  }, [wantedTab]);

  const choose = (tab: AdminTab): void => {
    // The administrator leaves the form that the URL requested, so the URL drops it.
    if (search !== '') navigate(shop.adminPath, { replace: true });
    adminTab.set(tab);
  };
  const shownConflict = conflictOp ?? (isConflict ? entry.op : undefined);
  return (
    <>
      <h1>
        <VisuallyHidden>{shopNames[shop.key]}</VisuallyHidden>
      </h1>
      <Tabs label={products.tabsLabel} tabs={products.tabs} chosen={chosen} onChoose={choose}>
        {chosen === 'add' && (
          <AddProduct
            shop={shop}
            entry={addition}
            onDone={() => navigate(shop.adminPath, { replace: true })}
            renderEditor={renderEditor}
            renderScanner={renderBarcodeScanner}
            renderAlternatives={renderAlternatives}
          />
        )}
        {chosen === 'delete' && <DeleteProduct shop={shop} />}
        {chosen === 'edit' && (
          <EditProduct
            key={wantedId}
            shop={shop}
            productId={isConflict ? undefined : wantedId}
            renderEditor={renderEditor}
            renderScanner={renderBarcodeScanner}
            renderAlternatives={renderAlternatives}
            onConflict={setConflictOp}
            onWaiting={(op) => navigate(adminFormUrl(shop.adminPath, { form: 'operation', op }))}
          />
        )}
      </Tabs>
      {shownConflict !== undefined && (
        <ConflictDialog
          op={shownConflict}
          onClose={() => {
            setConflictOp(undefined);
            // When the conflict was opened from the pending changes, closing it leads to the list, which shows the product.
            const next = wanted?.form === 'operation' ? adminUrl(shop.adminPath, 'products') : shop.adminPath;
            if (search !== '') navigate(next, { replace: true });
          }}
        />
      )}
    </>
  );
}

/** The operation that the URL names, while it can be opened: it must need attention or be a pending addition. */
function useRequestedEntry(wanted: RequestedForm | undefined): AdminEntry | undefined {
  const op = wanted?.form === 'operation' ? wanted.op : undefined;
  const found = useAdminData(
    async (data) => (op === undefined ? undefined : (await data.outbox()).find((entry) => entry.op === op)),
    [op],
  );
  const canOpen = found?.state !== 'waiting' || found.operation.kind === 'addProduct';
  return found?.op === op && canOpen ? found : undefined;
}

/** The addition that the URL names, as it was when its form opened, so that the form stays open while the addition is sent. */
function useOpenedAddition(wanted: RequestedForm | undefined, entry: AdminEntry | undefined): AdminEntry | undefined {
  const [opened, setOpened] = useState<AdminEntry>();
  const op = wanted?.form === 'operation' ? wanted.op : undefined;
  const isOpen = opened !== undefined && opened.op === op;
  const found = entry?.operation.kind === 'addProduct' && entry.state !== 'conflict' ? entry : undefined;
  if (!isOpen && opened !== found) setOpened(found);
  return isOpen ? opened : found;
}

function findTab(wanted: RequestedForm | undefined, entry: AdminEntry | undefined): AdminTab | undefined {
  if (wanted?.form === 'tab') return wanted.tab;
  if (wanted?.form === 'edit') return 'edit';
  if (entry?.operation.kind === 'addProduct') return 'add';
  return entry?.operation.kind === 'editProduct' ? 'edit' : undefined;
}

const editedId = (entry: AdminEntry | undefined): number | undefined =>
  entry?.operation.kind === 'editProduct' ? entry.operation.id : undefined;
