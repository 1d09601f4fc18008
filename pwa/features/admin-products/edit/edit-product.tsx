import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { EditForm } from './edit-form.tsx';
import { FormAlertView } from '../form/form-alert.tsx';
import { IdField } from '../form/id-field.tsx';
import styles from '../form/product-form.module.css';
import type { RenderAlternatives, RenderEditor, RenderScanner } from '../form/form-slots.ts';
import { useLoadProduct } from './use-load-product.ts';

const { edit } = adminMessages.products;

interface EditProductProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** Id of the product to open first. */
  readonly productId: number | undefined;
  readonly renderEditor: RenderEditor;
  readonly renderScanner: RenderScanner;
  readonly renderAlternatives: RenderAlternatives;
  /** Called when another administrator changed a field that the operation `op` changes. */
  readonly onConflict: (op: number) => void;
  /** Called when the product is not on the server yet; the operation `op` in the outbox adds it. */
  readonly onWaiting: (op: number) => void;
}

/** Opens a product by its id and edits it. */
export function EditProduct({ shop, productId, onConflict, onWaiting, ...slots }: EditProductProps) {
  const loading = useLoadProduct(shop.key, productId, onWaiting);
  const { id, setId, isLoading, edited, alert, setAlert, load, reopen, close } = loading;
  const openId = edited?.loaded.product.id;
  const drafted = useAdminData((data) => data.draftedProducts(shop.key), [shop.key]) ?? [];
  const others = drafted.filter((other) => other !== openId);
  return (
    <>
      <form
        className={styles['choose']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void load(id);
        }}
      >
        <IdField label={edit.id} value={id} onText={setId} />
        <Button type="submit" look={edited ? 'secondary' : 'primary'} disabled={isLoading}>
          {isLoading && <Spinner />}
          {edit.load}
        </Button>
      </form>
      {others.length > 0 && (
        <p className={styles['unfinished']}>
          {edit.unfinished}
          {others.map((other) => (
            <Button key={other} onClick={() => void load(String(other))}>
              {edit.goOn(other)}
            </Button>
          ))}
        </p>
      )}
      {edited ? (
        <EditForm
          key={openId}
          shop={shop}
          edited={edited}
          {...slots}
          onConflict={onConflict}
          onElsewhere={reopen}
          onDone={(done) => {
            close();
            setAlert(done);
          }}
        />
      ) : (
        <p className={styles['soft']}>{isLoading ? edit.loading : edit.empty}</p>
      )}
      {alert && <FormAlertView alert={alert} onClose={() => setAlert(undefined)} />}
    </>
  );
}
