import { useEffect, useState } from 'react';
import { ConflictDialog } from '#pwa/features/admin-outbox/conflict-dialog.tsx';
import { AddProduct } from '#pwa/features/admin-products/add/add-product.tsx';
import { DeleteProduct } from '#pwa/features/admin-products/delete/delete-product.tsx';
import { EditProduct } from '#pwa/features/admin-products/edit/edit-product.tsx';
import type { EditorSlot } from '#pwa/features/admin-products/form/product-form.tsx';
import { RichTextEditor } from '#pwa/features/rich-text/rich-text-editor.tsx';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { adminTab } from '#pwa/platform/admin/admin-form-state.ts';
import type { AdminTab } from '#pwa/platform/admin/admin-form-state.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { AdminEntry } from '#sync/admin/admin-api.ts';
import type { ShopRow } from '#contract/shops.ts';
import { renderBarcodeScanner } from './admin-scanner.tsx';
import { findRequestedForm } from './admin-form-url.ts';
import type { RequestedForm } from './admin-form-url.ts';

const { products, shopNames } = adminMessages;

const renderEditor = (slot: EditorSlot) => <RichTextEditor {...slot} />;

/** The three forms of a shop: add, delete and edit a product. */
export function ShopAdminScreen({ shop }: { readonly shop: ShopRow }) {
  const search = useSearch();
  const wanted = findRequestedForm(search);
  const entry = useRequestedEntry(wanted);
  const chosen = useObservable(adminTab);
  const [conflictOp, setConflictOp] = useState<number>();
  const wantedTab = findTab(wanted, entry);
  const wantedId = wanted?.form === 'edit' ? wanted.id : editedId(entry);
  const isConflict = entry?.state === 'conflict';

  useEffect(() => {
    if (wantedTab) adminTab.set(wantedTab);
  }, [wantedTab]);

  const choose = (tab: AdminTab): void => {
    // The form that the URL requests has been shown.
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
            key={entry?.op}
            shop={shop}
            rejected={isRejectedAddition(entry)}
            renderEditor={renderEditor}
            renderScanner={renderBarcodeScanner}
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
            onConflict={setConflictOp}
          />
        )}
      </Tabs>
      {shownConflict !== undefined && (
        <ConflictDialog
          op={shownConflict}
          onClose={() => {
            setConflictOp(undefined);
            if (search !== '') navigate(shop.adminPath, { replace: true });
          }}
        />
      )}
    </>
  );
}

/** The operation that the URL names, while it needs attention. */
function useRequestedEntry(wanted: RequestedForm | undefined): AdminEntry | undefined {
  const op = wanted?.form === 'operation' ? wanted.op : undefined;
  const found = useAdminData(
    async (data) => (op === undefined ? undefined : (await data.outbox()).find((entry) => entry.op === op)),
    [op],
  );
  return found?.op === op && found?.state !== 'waiting' ? found : undefined;
}

function findTab(wanted: RequestedForm | undefined, entry: AdminEntry | undefined): AdminTab | undefined {
  if (wanted?.form === 'tab') return wanted.tab;
  if (wanted?.form === 'edit') return 'edit';
  if (entry?.operation.kind === 'addProduct') return 'add';
  return entry?.operation.kind === 'editProduct' ? 'edit' : undefined;
}

const editedId = (entry: AdminEntry | undefined): number | undefined =>
  entry?.operation.kind === 'editProduct' ? entry.operation.id : undefined;

const isRejectedAddition = (entry: AdminEntry | undefined): AdminEntry | undefined =>
  entry?.state === 'refused' && entry.operation.kind === 'addProduct' ? entry : undefined;
