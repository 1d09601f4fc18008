import { useState } from 'react';
import { previewName } from '#contract/images/image-names.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { PreviewImage } from '#pwa/ui/media/preview-image.tsx';
import styles from './delete-product.module.css';
import { DeletedProducts } from './deleted-products.tsx';
import { IdField } from '../form/id-field.tsx';
import formStyles from '../form/product-form.module.css';
import { SavingDialog } from '../form/saving-dialog.tsx';
import { useDeleteProduct } from './use-delete-product.ts';
import type { DeletionCandidate } from './use-delete-product.ts';
import { useDeletedProducts } from './use-deleted-products.ts';

const { products } = adminMessages;
const { deletion } = products;

const NONE: readonly never[] = [];

/** Deletes a product by its id and restores recently deleted products. */
export function DeleteProduct({ shop }: { readonly shop: ShopDefinition & { readonly key: ShopKey } }) {
  const [text, setText] = useState('');
  const { deleted, refresh } = useDeletedProducts(shop.key);
  const deleting = useDeleteProduct(shop.key, refresh);
  const { alert, restorable, candidate } = deleting;
  return (
    <>
      <form
        className={formStyles['choose']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void deleting.choose(text);
        }}
      >
        <IdField label={deletion.id} value={text} onText={setText} />
        <Button type="submit">{deletion.submit}</Button>
      </form>
      <DeletedProducts deleted={deleted} onRestore={(product) => void deleting.restore(product)} />
      {candidate && (
        <ConfirmDeletion
          imageFolder={shop.imageFolder}
          candidate={candidate}
          onCancel={deleting.cancel}
          onConfirm={() => {
            void deleting.remove().then((isRemoved) => {
              if (isRemoved) setText('');
            });
          }}
        />
      )}
      {deleting.isSaving && (
        <SavingDialog title={deletion.deleting} images={NONE} onContinue={deleting.continueInBackground} />
      )}
      {alert && (
        <Alert
          title={alert.title}
          closeLabel={products.ok}
          more={restorable && <Button onClick={deleting.undo}>{deletion.undo}</Button>}
          onClose={deleting.closeAlert}
        >
          {alert.text !== undefined && <p>{alert.text}</p>}
        </Alert>
      )}
    </>
  );
}

interface ConfirmDeletionProps {
  readonly imageFolder: string;
  readonly candidate: DeletionCandidate;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Shows the product to delete and asks for confirmation. */
const ConfirmDeletion = ({
  imageFolder,
  candidate: { text, id, title, imageVersion },
  onConfirm,
  onCancel,
}: ConfirmDeletionProps) => (
  <ConfirmDialog
    title={deletion.question(text)}
    onClose={onCancel}
    actions={
      <>
        <Button onClick={onCancel}>{products.cancel}</Button>
        <Button look="destructive" onClick={onConfirm}>
          {deletion.yes}
        </Button>
      </>
    }
  >
    {title === undefined ? (
      <p>{deletion.unknown}</p>
    ) : (
      <div className={styles['candidate']}>
        <span className={styles['picture']}>
          <PreviewImage
            src={`/images/${imageFolder}/${id}/${previewName(1)}?v=${imageVersion}`}
            sizePx={88}
            className={styles['image']}
          />
        </span>
        <p dir="auto">{title}</p>
      </div>
    )}
  </ConfirmDialog>
);
