import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { offlineUseMessages } from '#pwa/messages/en/offline-use.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { useStorageState } from '#pwa/platform/storage/use-storage-state.ts';
import { explainMissingRows } from './explain-missing-rows.ts';
import { LazyIcon } from './icons/lazy-icon.tsx';
import { Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';
import styles from './not-loaded.module.css';

interface NotLoadedProps {
  /** Whether the device has answered that it does not have the rows. */
  readonly hasAnswered: boolean;
  readonly loading: string;
  readonly offline: string;
}

/** Stands in place of rows of the user: a skeleton until the device has answered, then why the device does not have them. */
export function NotLoaded({ hasAnswered, loading, offline }: NotLoadedProps) {
  const isOnline = useOnline();
  const isFull = useStorageState(CART_SHOP.key) === 'full';
  const state = useUserData((data) => data.state());
  const reason = explainMissingRows({ hasAnswered, isFull, isOnline, state });
  if (reason === 'reading') {
    return (
      <Skeleton label={loading} className={styles['rows']}>
        <span />
        <span />
      </Skeleton>
    );
  }
  return (
    <div className={styles['message']} role="status">
      {reason === 'loading' ? <Spinner /> : <LazyIcon name="offline" />}
      <p>{{ ...offlineUseMessages.missing, loading, offline }[reason]}</p>
    </div>
  );
}
