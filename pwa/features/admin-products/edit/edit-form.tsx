import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { ClearFormDialog } from '../form/clear-form-dialog.tsx';
import { FormAlertView } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { FormNotice } from '../form/form-notice.tsx';
import { ReadOnlyImages } from '../images/read-only-images.tsx';
import { ImageGallery } from '../images/image-gallery.tsx';
import styles from '../form/product-form.module.css';
import { ProductForm } from '../form/product-form.tsx';
import type { RenderAlternatives, RenderEditor, RenderScanner } from '../form/form-slots.ts';
import { SavingDialog } from '../form/saving-dialog.tsx';
import { useAlternatives } from '../form/use-alternatives.tsx';
import { useEditProduct } from './use-edit-product.ts';
import type { EditedProduct } from './use-load-product.ts';

const { products } = adminMessages;

interface EditFormProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly edited: EditedProduct;
  readonly renderEditor: RenderEditor;
  readonly renderScanner: RenderScanner;
  readonly renderAlternatives: RenderAlternatives;
  readonly onDone: (alert?: FormAlert) => void;
  readonly onConflict: (op: number) => void;
  readonly onElsewhere: () => void;
}

/** The form of an existing product. */
export function EditForm({ shop, edited, renderEditor, renderScanner, renderAlternatives, ...on }: EditFormProps) {
  const form = useEditProduct({ shop, edited, ...on });
  const versions = useAlternatives(form.storedDraft, renderAlternatives);
  const { storedDraft, draft, images, state, saving, alert } = form;
  const [isConfirmingClear, setConfirmingClear] = useState(false);
  const { product, isFromDevice } = edited.loaded;
  if (!draft) return <p>{products.loadingForm}</p>;
  const folder = { imageFolder: shop.imageFolder, id: product.id };
  return (
    <>
      {isFromDevice && <FormNotice>{products.edit.fromDevice}</FormNotice>}
      {edited.entry?.rejection && (
        <FormNotice>{products.rejectedForm(serverSentence(edited.entry.rejection.detail))}</FormNotice>
      )}
      {storedDraft.isRestored && <FormNotice>{form.isStale ? products.staleDraft : products.draft}</FormNotice>}
      {storedDraft.problem !== undefined && <FormNotice>{storedDraft.problem}</FormNotice>}
      {edited.isReopened && <FormNotice>{products.elsewhere}</FormNotice>}
      {versions.notice}
      <ProductForm
        shop={shop}
        draft={draft}
        state={state}
        images={images}
        productId={product.id}
        isSaving={saving.isSaving}
        gallery={
          <>
            <h3 className={styles['existing']}>{products.images.existing}</h3>
            {!form.hasNames && <ReadOnlyImages folder={folder} product={product} />}
            <ImageGallery
              images={draft.images}
              folder={folder}
              onMove={images.move}
              onRemove={form.removeImage}
              onMark={shop.offer === 'openBox' ? images.mark : undefined}
            />
          </>
        }
        renderEditor={renderEditor}
        renderScanner={renderScanner}
        submitLabel={products.save}
        onSubmit={versions.decideBefore(() => void form.submit())}
        onReset={() => setConfirmingClear(true)}
      />
      {saving.isSaving && (
        <SavingDialog title={products.saving} images={draft.images} onContinue={saving.continueInBackground} />
      )}
      {isConfirmingClear && (
        <ClearFormDialog onConfirm={() => void form.reset()} onClose={() => setConfirmingClear(false)} />
      )}
      {versions.dialog}
      {alert && <FormAlertView alert={alert} onClose={form.closeAlert} />}
    </>
  );
}
