import { signInMessages } from '#pwa/messages/en/account.ts';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import styles from './sign-in-dialog.module.css';
import { SignIn } from './sign-in.tsx';

interface SignInDialogProps {
  /** Why signing in is necessary, or empty. */
  readonly reason: string;
  readonly onClose: () => void;
}

/** The sign-in dialog over the current screen, which continues afterwards. */
export const SignInDialog = ({ reason, onClose }: SignInDialogProps) => (
  <Modal kind="dialog" label={signInMessages.title} onClose={onClose}>
    <DrawerHead title={signInMessages.title} closeLabel={signInMessages.close} onClose={onClose} />
    <div className={styles['body']}>
      {reason !== '' && <p className={styles['reason']}>{reason}</p>}
      <SignIn />
    </div>
  </Modal>
);
