import { useState } from 'react';
import type { MouseEvent } from 'react';
import { installMessages, offlineUseMessages } from '#pwa/messages/en/offline-use.ts';
import { canInstallByHand } from './ios-install.ts';
import { installPrompt } from './install-prompt.ts';
import { useAppKept } from '#pwa/platform/service-worker/use-app-kept.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';
import { focusDialogHeading } from '#pwa/ui/dialogs/focus-dialog-heading.ts';
import styles from './install-part.module.css';

/** The button that installs the app where that is possible, and a note once Hexlime opens without a connection. */
export function InstallPart() {
  const prompt = useObservable(installPrompt);
  const [hasSteps, setSteps] = useState(false);
  const isKept = useAppKept();
  const install = async ({ currentTarget }: MouseEvent): Promise<void> => {
    if (!prompt) return setSteps(true);
    await prompt.prompt().catch(() => undefined);
    // The browser's offer can be used once; a visitor who declines gets another one later. The button disappears with the offer.
    focusDialogHeading(currentTarget);
    installPrompt.set(undefined);
  };
  return (
    <>
      {(prompt || canInstallByHand()) && (
        <Button look="quiet" onClick={(event) => void install(event)}>
          {installMessages.install}
        </Button>
      )}
      {isKept && <p className={styles['ready']}>{offlineUseMessages.ready}</p>}
      {hasSteps && <InstallSteps onClose={() => setSteps(false)} />}
    </>
  );
}

/** The steps by which an iPhone or iPad installs the app. */
const InstallSteps = ({ onClose }: { readonly onClose: () => void }) => (
  <Alert title={installMessages.title} closeLabel={installMessages.close} onClose={onClose}>
    <ol className={styles['steps']}>
      {Object.values(installMessages.steps).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </Alert>
);
