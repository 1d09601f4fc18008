import { useState } from 'react';
import { previewName } from '#contract/image-names.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import styles from './delete-product.module.css';
import { DeletedProducts } from './deleted-products.tsx';
import { IdField } from '../form/id-field.tsx';
import formStyles from '../form/product-form.module.css';
import { SavingDialog } from '../form/saving-dialog.tsx';
import { useDeleteProduct } from './use-delete-product.ts';
import type { DeletionCandidate } from './use-delete-product.ts';
import { useDeletedProducts } from './use-deleted-products.ts';

const { deletion, ok, cancel } = adminMessages.products;

const NONE: readonly never[] = [];

/** Deletes a product by its id; what was deleted lately can be brought back. */
export function DeleteProduct({ shop }: { readonly shop: ShopDefinition & { readonly key: ShopKey } }) {
  const [text, setText] = useState('');
  const { deleted, refresh } = useDeletedProducts(shop.key);
  const deleting = useDeleteProduct(shop.key, refresh);
  const { alert, undoable, doomed } = deleting;
  return (
    <>
      <form
        className={formStyles['choose']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void deleting.ask(text);
        }}
      >
        <IdField label={deletion.id} value={text} onText={setText} />
        <Button type="submit" look="primary">
          {deletion.submit}
        </Button>
      </form>
      <DeletedProducts deleted={deleted} onRestore={(product) => void deleting.restore(product)} />
      {doomed && (
        <DeleteQuestion
          imageFolder={shop.imageFolder}
          doomed={doomed}
          onNo={deleting.giveUp}
          onYes={() => {
            void deleting.remove().then((isGone) => {
              if (isGone) setText('');
            });
          }}
        />
      )}
      {deleting.isSaving && <SavingDialog title={deletion.deleting} pictures={NONE} onGoOn={deleting.goOn} />}
      {alert && (
        <Alert
          title={alert.title}
          closeLabel={ok}
          more={undoable && <Button onClick={() => void deleting.restore(undoable)}>{deletion.undo}</Button>}
          onClose={deleting.closeAlert}
        >
          {alert.text !== undefined && <p>{alert.text}</p>}
        </Alert>
      )}
    </>
  );
}

interface DeleteQuestionProps {
  readonly imageFolder: string;
  readonly doomed: DeletionCandidate;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a product is deleted, and shows which one it is. */
const DeleteQuestion = ({
  imageFolder,
  doomed: { text, id, title, imageVersion },
  onYes,
  onNo,
}: DeleteQuestionProps) => (
  <ConfirmDialog
    title={deletion.question(text)}
    onClose={onNo}
    actions={
      <>
        <Button onClick={onNo}>{cancel}</Button>
        <Button look="primary" onClick={onYes}>
          {deletion.yes}
        </Button>
      </>
    }
  >
    {title === undefined ? (
      <p>{deletion.unknown}</p>
    ) : (
      <div className={styles['doomed']}>
        <img src={`/images/${imageFolder}/${id}/${previewName(1)}?v=${imageVersion}`} alt="" />
        <p dir="auto">{title}</p>
      </div>
    )}
  </ConfirmDialog>
);
