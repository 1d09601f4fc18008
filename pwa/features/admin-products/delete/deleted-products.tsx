import type { DeletedProduct } from '#contract/products/admin-product.ts';
import { TRASH_DAYS } from '#contract/limits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './delete-product.module.css';

const { deletion } = adminMessages.products;

interface DeletedProductsProps {
  readonly deleted: readonly DeletedProduct[] | undefined;
  readonly onRestore: (product: DeletedProduct) => void;
}

/** The recently deleted products, each with a button that restores it. */
export const DeletedProducts = ({ deleted, onRestore }: DeletedProductsProps) => (
  <section className={classNames(boxStyles['box'], styles['recent'])}>
    <h2>{deletion.recent}</h2>
    {deleted === undefined && <p className={styles['soft']}>{deletion.offline}</p>}
    {deleted?.length === 0 && <p className={styles['soft']}>{deletion.none}</p>}
    {deleted !== undefined && deleted.length > 0 && (
      <>
        <p className={styles['soft']}>{deletion.recentHint(TRASH_DAYS)}</p>
        <ul>
          {deleted.map((product) => (
            <li key={product.id} className={styles['deleted']}>
              <div>
                <p dir="auto">{product.title}</p>
                <p className={styles['soft']}>{deletion.when(product.id, formatTime(product.deleted_at))}</p>
              </div>
              <Button aria-label={deletion.restoreOf(product.title)} onClick={() => onRestore(product)}>
                {deletion.restore}
              </Button>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
