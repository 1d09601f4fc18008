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
import type { RenderEditor } from '../form/product-form.tsx';
import { SavingDialog } from '../form/saving-dialog.tsx';
import { useAddProduct } from './use-add-product.ts';

const { products } = adminMessages;

interface AddProductProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** An addition that the server refused: it is shown to be sent again. */
  readonly refused: AdminEntry | undefined;
  readonly renderEditor: RenderEditor;
}

/** The form of a new product. */
export function AddProduct({ shop, refused, renderEditor }: AddProductProps) {
  const { kept, draft, pictures, state, saving, alert, closeAlert, submit, reset } = useAddProduct(shop, refused);
  const [isAsking, setAsking] = useState(false);
  if (!draft) return <p>{products.loadingForm}</p>;
  return (
    <>
      {refused?.refusal && <FormNotice>{products.refusedForm(refused.refusal.detail)}</FormNotice>}
      {kept.isRestored && (
        <FormNotice>
          {products.draft}
          <Button look="quiet" onClick={() => setAsking(true)}>
            {products.startAnew}
          </Button>
        </FormNotice>
      )}
      {kept.problem !== undefined && <FormNotice>{kept.problem}</FormNotice>}
      <ProductForm
        shop={shop}
        draft={draft}
        state={state}
        pictures={pictures}
        productId={readId(draft.id)}
        isSaving={saving.isSaving}
        head={
          <IdField label={fieldLabel('id')} value={draft.id} problem={state.told.problems['id']} onText={state.setId} />
        }
        gallery={
          <ImageGallery pictures={draft.pictures} place={undefined} onMove={pictures.move} onRemove={pictures.remove} />
        }
        renderEditor={renderEditor}
        submitLabel={products.add}
        onSubmit={() => void submit()}
        onReset={() => setAsking(true)}
      />
      {saving.isSaving && <SavingDialog title={products.adding} pictures={draft.pictures} onGoOn={saving.goOn} />}
      {isAsking && <ClearFormDialog onYes={() => void reset()} onClose={() => setAsking(false)} />}
      {alert && <FormAlertView alert={alert} onClose={closeAlert} />}
    </>
  );
}
