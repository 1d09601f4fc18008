import { useEffect, useState } from 'react';
import { signInMessages } from '#pwa/messages/en/account.ts';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import styles from './sign-in-dialog.module.css';
import { SignInChoices } from './sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';

/** How long the dialog waits for the provider's button before it opens without the button. */
const PATIENCE_MS = 600;

interface SignInDialogProps {
  /** Why signing in is necessary, or empty. */
  readonly reason: string;
  readonly onClose: () => void;
}

/** The sign-in dialog over the current screen. It opens with the provider's button or an error, after `PATIENCE_MS` at the latest. */
export function SignInDialog({ reason, onClose }: SignInDialogProps) {
  const state = useSignIn();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!state.provider && state.problem === undefined && !isLate) return null;
  return (
    <Modal kind="dialog" label={signInMessages.title} onClose={onClose}>
      <DrawerHead title={signInMessages.title} closeLabel={signInMessages.close} onClose={onClose} />
      <div className={styles['body']}>
        {reason !== '' && <p className={styles['reason']}>{reason}</p>}
        <SignInChoices state={state} />
      </div>
    </Modal>
  );
}
