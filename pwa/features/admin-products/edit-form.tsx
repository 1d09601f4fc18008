import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en-admin.ts';
import { ClearQuestion } from './clear-question.tsx';
import { FormAlertView } from './form-alert.tsx';
import type { FormAlert } from './form-alert.tsx';
import { FormNote } from './form-note.tsx';
import { NumberedPictures } from './numbered-pictures.tsx';
import { PictureGallery } from './picture-gallery.tsx';
import styles from './product-form.module.css';
import { ProductForm } from './product-form.tsx';
import type { RenderEditor } from './product-form.tsx';
import { SavingOverlay } from './saving-overlay.tsx';
import { useEditProduct } from './use-edit-product.ts';
import type { EditedProduct } from './use-load-product.ts';

const { products } = adminMessages;

interface EditFormProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly edited: EditedProduct;
  readonly renderEditor: RenderEditor;
  readonly onDone: (alert?: FormAlert) => void;
  readonly onConflict: (op: number) => void;
}

/** The form of a product that is changed. */
export function EditForm({ shop, edited, renderEditor, onDone, onConflict }: EditFormProps) {
  const edit = useEditProduct({ shop, edited, onDone, onConflict });
  const { kept, draft, pictures, state, saving, alert, submit, reset } = edit;
  const [isAsking, setAsking] = useState(false);
  const { product, isFromDevice } = edited.loaded;
  if (!draft) return <p>{products.loadingForm}</p>;
  const place = { imageFolder: shop.imageFolder, id: product.id };
  return (
    <>
      {isFromDevice && <FormNote>{products.edit.fromDevice}</FormNote>}
      {edited.entry?.refusal && <FormNote>{products.refusedForm(edited.entry.refusal.detail)}</FormNote>}
      {kept.isRestored && <FormNote>{edit.isStale ? products.staleDraft : products.draft}</FormNote>}
      {kept.problem !== undefined && <FormNote>{kept.problem}</FormNote>}
      <ProductForm
        shop={shop}
        draft={draft}
        state={state}
        pictures={pictures}
        productId={product.id}
        isSaving={saving.isSaving}
        gallery={
          <>
            <h3 className={styles['existing']}>{products.pictures.existing}</h3>
            {!edit.hasNames && <NumberedPictures place={place} product={product} />}
            <PictureGallery
              pictures={draft.pictures}
              place={place}
              onMove={pictures.move}
              onRemove={edit.removePicture}
            />
          </>
        }
        renderEditor={renderEditor}
        submitLabel={products.save}
        onSubmit={() => void submit()}
        onReset={() => setAsking(true)}
      />
      {saving.isSaving && <SavingOverlay title={products.saving} pictures={draft.pictures} onGoOn={saving.goOn} />}
      {isAsking && <ClearQuestion onYes={() => void reset()} onClose={() => setAsking(false)} />}
      {alert && <FormAlertView alert={alert} onClose={edit.closeAlert} />}
    </>
  );
}
