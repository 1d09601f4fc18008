import { useState } from 'react';
import { privacyMessages } from '#pwa/messages/en/privacy.ts';
import { clearDevice } from './clear-device.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import styles from './privacy.module.css';

const texts = privacyMessages.device;

/** The button that deletes what the shops store in this browser, after a confirmation. */
export function ClearDevicePart({ logOut }: { readonly logOut: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const clear = (): void => {
    setAsking(false);
    logOut()
      .then(clearDevice)
      .then(
        () => location.reload(),
        () => setFailed(true),
      );
  };
  return (
    <div className={styles['actions']}>
      <Button onClick={() => setAsking(true)}>{texts.clear}</Button>
      <span>{texts.clearHint}</span>
      {hasFailed && <p role="alert">{texts.clearFailed}</p>}
      {isAsking && (
        <ConfirmDialog
          title={texts.clearQuestion}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{texts.keep}</Button>
              <Button look="destructive" onClick={clear}>
                {texts.clearNow}
              </Button>
            </>
          }
          onClose={() => setAsking(false)}
        >
          <p>{texts.clearConsequence}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
