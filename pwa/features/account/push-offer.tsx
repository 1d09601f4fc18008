import { useState } from 'react';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { notePushDeclined, wasPushDeclined } from '#pwa/platform/push.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './push.module.css';
import type { Push } from './use-push.ts';

/** Asks once, where there is an order to tell of, whether this device shall tell of it. */
export function PushOffer({ push }: { readonly push: Push }) {
  const [isDeclined, setDeclined] = useState(wasPushDeclined);
  if (push.state !== 'off' || isDeclined) return null;
  return (
    <section className={styles['offer']} aria-label={lazyMessages.push.offerName}>
      <p>{lazyMessages.push.offer}</p>
      <div>
        <Button
          onClick={() => {
            notePushDeclined();
            setDeclined(true);
          }}
        >
          {lazyMessages.push.no}
        </Button>
        <Button look="primary" disabled={push.isBusy} onClick={() => push.turn(true)}>
          {lazyMessages.push.yes}
        </Button>
      </div>
    </section>
  );
}
