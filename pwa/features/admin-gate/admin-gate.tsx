import { useState } from 'react';
import type { ReactNode } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './admin-gate.module.css';
import { LoginForm } from './login-form.tsx';
import type { AdminSession } from './use-admin-session.ts';

const { gate } = adminMessages;

interface AdminGateProps {
  readonly session: AdminSession;
  /** The administration. It stays mounted when the token ends: the login dialog opens above it. */
  readonly children: ReactNode;
}

/** Shows the login form, or the administration to a logged-in administrator. */
export function AdminGate({ session, children }: AdminGateProps) {
  const { state, login } = session;
  if (state === 'in' || state === 'ended') {
    return (
      <>
        {children}
        {state === 'ended' && <SessionEndedDialog onLogin={login} />}
      </>
    );
  }
  return (
    <main className={styles['gate']}>
      <div className={styles['card']}>
        <h1>{gate.title}</h1>
        {state === 'checking' ? (
          <p className={styles['checking']} role="status">
            <Spinner /> {gate.checking}
          </p>
        ) : (
          <LoginForm onLogin={login} />
        )}
        <a className={buttonClass('secondary')} href="/">
          {gate.backToShop}
        </a>
      </div>
    </main>
  );
}

/** Asks for the password above unfinished work; it can be minimized to continue the work first. */
function SessionEndedDialog({ onLogin }: { readonly onLogin: AdminSession['login'] }) {
  const [isMinimized, setMinimized] = useState(false);
  if (isMinimized) {
    return (
      <div className={styles['aside']}>
        <Button look="primary" onClick={() => setMinimized(false)}>
          {gate.ended}
        </Button>
      </div>
    );
  }
  return (
    <Modal kind="dialog" label={gate.ended} isAlert onClose={() => setMinimized(true)}>
      <div className={styles['ended']}>
        <h2>{gate.ended}</h2>
        <p>{gate.endedHint}</p>
        <LoginForm onLogin={onLogin} />
        <Button onClick={() => setMinimized(true)}>{gate.later}</Button>
      </div>
    </Modal>
  );
}
