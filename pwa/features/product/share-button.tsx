import { useEffect, useState } from 'react';
import { productMessages } from '#pwa/messages/en/product.ts';
import { shareLink } from '#pwa/platform/browser/share-link.ts';
import type { ShareOutcome } from '#pwa/platform/browser/share-link.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { TOAST_MS } from '#pwa/ui/toast-times.ts';
import styles from './share-button.module.css';

function describeOutcome(outcome: ShareOutcome | undefined): string | undefined {
  if (outcome === 'copied') return productMessages.shared;
  return outcome === 'failed' ? productMessages.shareFailed : undefined;
}

/** Shares the product's own URL, without the browse state. Shows a message after copying; the system's share sheet has its own. */
export function ShareButton({ title, address }: { readonly title: string; readonly address: string }) {
  const [outcome, setOutcome] = useState<ShareOutcome>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const share = async (): Promise<void> => {
    setOutcome(undefined);
    setOutcome(await shareLink({ title, url: new URL(address, location.origin).href }));
  };
  const message = describeOutcome(outcome);
  return (
    <>
      <IconButton icon={<LazyIcon name="share" />} label={productMessages.share} onClick={() => void share()} />
      <span role="status" className={styles['status']}>
        {message && <span className={styles['message']}>{message}</span>}
      </span>
    </>
  );
}
