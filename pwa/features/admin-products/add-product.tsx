import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en-admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { AdminEntry } from '#sync/admin/admin-api.ts';
import { readId } from './check-draft.ts';
import { ClearQuestion } from './clear-question.tsx';
import { FormAlertView } from './form-alert.tsx';
import { FormNote } from './form-note.tsx';
import { IdField } from './id-field.tsx';
import { PictureGallery } from './picture-gallery.tsx';
import { ProductForm } from './product-form.tsx';
import type { RenderEditor } from './product-form.tsx';
import { SavingOverlay } from './saving-overlay.tsx';
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
      {refused?.refusal && <FormNote>{products.refusedForm(refused.refusal.detail)}</FormNote>}
      {kept.isRestored && (
        <FormNote>
          {products.draft}
          <Button look="quiet" onClick={() => setAsking(true)}>
            {products.startAnew}
          </Button>
        </FormNote>
      )}
      {kept.problem !== undefined && <FormNote>{kept.problem}</FormNote>}
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
          <PictureGallery
            pictures={draft.pictures}
            place={undefined}
            onMove={pictures.move}
            onRemove={pictures.remove}
          />
        }
        renderEditor={renderEditor}
        submitLabel={products.add}
        onSubmit={() => void submit()}
        onReset={() => setAsking(true)}
      />
      {saving.isSaving && <SavingOverlay title={products.adding} pictures={draft.pictures} onGoOn={saving.goOn} />}
      {isAsking && <ClearQuestion onYes={() => void reset()} onClose={() => setAsking(false)} />}
      {alert && <FormAlertView alert={alert} onClose={closeAlert} />}
    </>
  );
}
