import { useState } from 'react';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { storePushDeclined, wasPushDeclined } from '#pwa/platform/service-worker/push.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './push.module.css';
import type { Push } from './use-push.ts';

interface PushOfferProps {
  readonly push: Push;
  /** The question. */
  readonly text: string;
}

/** Asks once, where there is something to tell of, whether this device shall tell of it. */
export function PushOffer({ push, text }: PushOfferProps) {
  const [isDeclined, setDeclined] = useState(wasPushDeclined);
  if (push.state !== 'off' || isDeclined) return null;
  return (
    <section className={styles['offer']} aria-label={lazyMessages.push.offerName}>
      <p>{text}</p>
      <div>
        <Button
          onClick={() => {
            storePushDeclined();
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
