import { useState } from 'react';
import { pushMessages } from '#pwa/messages/en/notifications.ts';
import { storePushDeclined, wasPushDeclined } from '#pwa/platform/service-worker/push.ts';
import { Button } from '#pwa/ui/button.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './push.module.css';
import type { Push } from './use-push.ts';

interface PushOfferProps {
  readonly push: Push;
  readonly text: string;
}

/** Offers to turn on notifications for this device, until the user has declined once. */
export function PushOffer({ push, text }: PushOfferProps) {
  const [isDeclined, setDeclined] = useState(wasPushDeclined);
  if (push.state !== 'off' || isDeclined) return null;
  return (
    <section className={classNames(boxStyles['box'], styles['offer'])} aria-label={pushMessages.offerName}>
      <p>{text}</p>
      <div>
        <Button
          onClick={() => {
            storePushDeclined();
            setDeclined(true);
          }}
        >
          {pushMessages.no}
        </Button>
        <Button look="primary" disabled={push.isBusy} onClick={() => push.turn(true)}>
          {pushMessages.yes}
        </Button>
      </div>
    </section>
  );
}
