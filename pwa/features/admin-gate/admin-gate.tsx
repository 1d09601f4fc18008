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
  /** What is behind the gate. It stays as it is when a token ends: the password is asked for over it. */
  readonly children: ReactNode;
}

/** Lets administrators in. */
export function AdminGate({ session, children }: AdminGateProps) {
  const { state, login } = session;
  if (state === 'in' || state === 'ended') {
    return (
      <>
        {children}
        {state === 'ended' && <EndedLogin onLogin={login} />}
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

/** Asks for the password over somebody's work; whoever wants to go on writing first puts it aside. */
function EndedLogin({ onLogin }: { readonly onLogin: AdminSession['login'] }) {
  const [isAside, setAside] = useState(false);
  if (isAside) {
    return (
      <div className={styles['aside']}>
        <Button look="primary" onClick={() => setAside(false)}>
          {gate.ended}
        </Button>
      </div>
    );
  }
  return (
    <Modal kind="dialog" label={gate.ended} isAlert onClose={() => setAside(true)}>
      <div className={styles['ended']}>
        <h2>{gate.ended}</h2>
        <p>{gate.endedHint}</p>
        <LoginForm onLogin={onLogin} />
        <Button onClick={() => setAside(true)}>{gate.later}</Button>
      </div>
    </Modal>
  );
}
