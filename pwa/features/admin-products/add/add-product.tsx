import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { AdminEntry } from '#sync/admin/admin-api.ts';
import { readId } from '../form/check-draft.ts';
import { ClearFormDialog } from '../form/clear-form-dialog.tsx';
import { FormAlertView } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
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
  /** The addition of the outbox that is changed, waiting or rejected; undefined for a new one. */
  readonly entry: AdminEntry | undefined;
  readonly renderEditor: RenderEditor;
  readonly renderScanner: RenderScanner;
  /** The form of `entry` is finished. */
  readonly onDone: () => void;
}

/** The form of a new product, or of one whose addition is in the outbox. */
export function AddProduct({ entry, onDone, ...props }: AddProductProps) {
  const [alert, setAlert] = useState<FormAlert>();
  return (
    <>
      <AddForm
        key={entry?.op}
        entry={entry}
        onDone={(done) => {
          setAlert(done);
          if (entry) onDone();
        }}
        {...props}
      />
      {alert && <FormAlertView alert={alert} onClose={() => setAlert(undefined)} />}
    </>
  );
}

interface AddFormProps extends Omit<AddProductProps, 'onDone'> {
  readonly onDone: (alert?: FormAlert) => void;
}

function AddForm({ shop, entry, renderEditor, renderScanner, onDone }: AddFormProps) {
  const form = useAddProduct({ shop, entry, onDone });
  const isWaiting = entry?.state === 'waiting';
  const { storedDraft, draft, images, state, saving, alert } = form;
  const [isConfirmingClear, setConfirmingClear] = useState(false);
  if (!draft) return <p>{products.loadingForm}</p>;
  return (
    <>
      {entry?.refusal && <FormNotice>{products.refusedForm(entry.refusal.detail)}</FormNotice>}
      {isWaiting && <FormNotice>{products.waitingForm}</FormNotice>}
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
        submitLabel={isWaiting ? products.save : products.add}
        onSubmit={() => void form.submit()}
        onReset={() => setConfirmingClear(true)}
      />
      {saving.isSaving && (
        <SavingDialog
          title={isWaiting ? products.saving : products.adding}
          images={draft.pictures}
          onContinue={saving.continueInBackground}
        />
      )}
      {isConfirmingClear && (
        <ClearFormDialog onConfirm={() => void form.reset()} onClose={() => setConfirmingClear(false)} />
      )}
      {alert && <FormAlertView alert={alert} onClose={form.closeAlert} />}
    </>
  );
}
