import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { ClearFormDialog } from '../form/clear-form-dialog.tsx';
import { FormAlertView } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { FormNotice } from '../form/form-notice.tsx';
import { ReadOnlyImages } from '../images/read-only-images.tsx';
import { ImageGallery } from '../images/image-gallery.tsx';
import styles from '../form/product-form.module.css';
import { ProductForm } from '../form/product-form.tsx';
import type { RenderEditor } from '../form/product-form.tsx';
import { SavingDialog } from '../form/saving-dialog.tsx';
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
      {isFromDevice && <FormNotice>{products.edit.fromDevice}</FormNotice>}
      {edited.entry?.refusal && <FormNotice>{products.refusedForm(edited.entry.refusal.detail)}</FormNotice>}
      {kept.isRestored && <FormNotice>{edit.isStale ? products.staleDraft : products.draft}</FormNotice>}
      {kept.problem !== undefined && <FormNotice>{kept.problem}</FormNotice>}
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
            {!edit.hasNames && <ReadOnlyImages place={place} product={product} />}
            <ImageGallery pictures={draft.pictures} place={place} onMove={pictures.move} onRemove={edit.removeImage} />
          </>
        }
        renderEditor={renderEditor}
        submitLabel={products.save}
        onSubmit={() => void submit()}
        onReset={() => setAsking(true)}
      />
      {saving.isSaving && <SavingDialog title={products.saving} pictures={draft.pictures} onGoOn={saving.goOn} />}
      {isAsking && <ClearFormDialog onYes={() => void reset()} onClose={() => setAsking(false)} />}
      {alert && <FormAlertView alert={alert} onClose={edit.closeAlert} />}
    </>
  );
}
