import type { ReactNode } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { emptyMessages, failureMessages } from '#pwa/messages/en/states.ts';
import { useIsOffline } from '#pwa/platform/engine/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './catalog.module.css';

interface StateProps {
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** A message in place of a list: title, hint and an action. */
function State({ title, hint, children }: StateProps) {
  return (
    <div className={styles['state']} role="status">
      <svg className={styles['mark']} viewBox="0 0 100 100" aria-hidden="true">
        <polygon points="50,4 90,27 90,73 50,96 10,73 10,27" fill="none" stroke="currentColor" strokeWidth="4" />
        <path d="M36 50h28" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
      </svg>
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </div>
  );
}

/** Shown when no product matches the search, category and filters. */
export const NothingFound = ({ onReset }: { readonly onReset: () => void }) => (
  <State title={emptyMessages.nothingFound} hint={emptyMessages.nothingFoundHint}>
    <Button look="primary" onClick={onReset}>
      {emptyMessages.showEverything}
    </Button>
  </State>
);

/** Shown when the shop has no products at all. */
export const EmptyShop = () => <State title={emptyMessages.emptyShop} hint={emptyMessages.emptyShopHint} />;

/** Shown for a list that is not on the device and cannot be loaded. */
export function ListFailed({ shop, onRetry }: { readonly shop: ShopKey; readonly onRetry: () => void }) {
  const isOffline = useIsOffline(shop);
  return (
    <State
      title={isOffline ? failureMessages.offline : failureMessages.failed}
      hint={isOffline ? failureMessages.offlineHint : failureMessages.failedHint}
    >
      <Button look="primary" onClick={onRetry}>
        {failureMessages.tryAgain}
      </Button>
    </State>
  );
}
