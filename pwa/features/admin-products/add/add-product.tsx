import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { AdminEntry } from '#sync/admin/admin-api.ts';
import { readId } from '../form/check-draft.ts';
import { ClearFormDialog } from '../form/clear-form-dialog.tsx';
import { FormAlertView } from '../form/form-alert.tsx';
import { FormNotice } from '../form/form-notice.tsx';
import { IdField } from '../form/id-field.tsx';
import { ImageGallery } from '../images/image-gallery.tsx';
import { ProductForm } from '../form/product-form.tsx';
import type { RenderEditor, RenderScanner } from '../form/product-form.tsx';
import { SavingDialog } from '../form/saving-dialog.tsx';
import { useAddProduct } from './use-add-product.ts';

const { products } = adminMessages;

interface AddProductProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** A rejected addition that is corrected and sent again. */
  readonly rejected: AdminEntry | undefined;
  readonly renderEditor: RenderEditor;
  readonly renderScanner: RenderScanner;
}

/** The form of a new product. */
export function AddProduct({ shop, rejected, renderEditor, renderScanner }: AddProductProps) {
  const form = useAddProduct(shop, rejected);
  const { storedDraft, draft, images, state, saving, alert } = form;
  const [isConfirmingClear, setConfirmingClear] = useState(false);
  if (!draft) return <p>{products.loadingForm}</p>;
  return (
    <>
      {rejected?.refusal && <FormNotice>{products.refusedForm(rejected.refusal.detail)}</FormNotice>}
      {storedDraft.isRestored && (
        <FormNotice>
          {products.draft}
          <Button look="quiet" onClick={() => setConfirmingClear(true)}>
            {products.startAnew}
          </Button>
        </FormNotice>
      )}
      {storedDraft.problem !== undefined && <FormNotice>{storedDraft.problem}</FormNotice>}
      <ProductForm
        shop={shop}
        draft={draft}
        state={state}
        images={images}
        productId={readId(draft.id)}
        isSaving={saving.isSaving}
        head={
          <IdField
            label={fieldLabel('id')}
            value={draft.id}
            problem={state.shown.problems['id']}
            onText={state.setId}
          />
        }
        gallery={
          <ImageGallery images={draft.pictures} folder={undefined} onMove={images.move} onRemove={images.remove} />
        }
        renderEditor={renderEditor}
        renderScanner={renderScanner}
        submitLabel={products.add}
        onSubmit={() => void form.submit()}
        onReset={() => setConfirmingClear(true)}
      />
      {saving.isSaving && (
        <SavingDialog title={products.adding} images={draft.pictures} onContinue={saving.continueInBackground} />
      )}
      {isConfirmingClear && (
        <ClearFormDialog onConfirm={() => void form.reset()} onClose={() => setConfirmingClear(false)} />
      )}
      {alert && <FormAlertView alert={alert} onClose={form.closeAlert} />}
    </>
  );
}
