import { useState } from 'react';
import type { ReactNode } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { languageMessages } from '#pwa/messages/en/language.ts';
import { languageFailure } from '#pwa/platform/browser/switch-language.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { LanguageChoice } from '#pwa/ui/language-choice.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './admin-gate.module.css';
import { LoginForm } from './login-form.tsx';
import type { AdminSession, HeldLogin } from './use-admin-session.ts';

const { gate } = adminMessages;
const { register, revoked } = administratorMessages;

interface AdminGateProps {
  readonly session: AdminSession;
  /** Whether a registration link was opened. The gate stays closed until the registration is finished or left. */
  readonly isRegistering: boolean;
  /** Renders what follows the password: second step or registration. */
  readonly renderHeld: (held: HeldLogin, onStartOver: (reason?: string) => void) => ReactNode;
  /** Work of a revoked administrator, which stays readable outside the administration. */
  readonly rejectedWork: ReactNode;
  /** The administration. It stays mounted when the token ends: the login dialog opens above it. */
  readonly children: ReactNode;
}

/** Shows the login, or the administration to a logged-in administrator. */
export function AdminGate({ session, isRegistering, renderHeld, rejectedWork, children }: AdminGateProps) {
  const { state, held, isRevoked } = session;
  const failure = useObservable(languageFailure);
  if (!isRegistering && (state === 'in' || state === 'ended')) {
    return (
      <>
        {children}
        {state === 'ended' && <SessionEndedDialog session={session} renderHeld={renderHeld} />}
      </>
    );
  }
  return (
    <main className={styles['gate']}>
      <div className={styles['card']} data-wide={(isRegistering && held !== null) || undefined}>
        <h1>{gate.title}</h1>
        {isRevoked && (
          <div role="alert" className={styles['blocked']}>
            <p>
              <b>{revoked.title}</b>
            </p>
            <p>{revoked.hint}</p>
          </div>
        )}
        {isRegistering && !held && <p className={styles['soft']}>{register.passwordHint}</p>}
        {state === 'checking' && !isRegistering ? (
          <p className={styles['checking']} role="status">
            <Spinner /> {gate.checking}
          </p>
        ) : (
          <Login session={session} renderHeld={renderHeld} />
        )}
        {!held && rejectedWork}
        {!held && (
          <a className={buttonClass('secondary')} href="/">
            {gate.backToShop}
          </a>
        )}
        <LanguageChoice className={buttonClass('quiet')} />
        <p role="status">{failure && languageMessages[failure]}</p>
      </div>
    </main>
  );
}

type LoginProps = Pick<AdminGateProps, 'session' | 'renderHeld'>;

/** Asks for the password, then shows the step that follows it. */
function Login({ session: { held, login, release }, renderHeld }: LoginProps) {
  const [reason, setReason] = useState<string>();
  if (held)
    return renderHeld(held, (why) => {
      setReason(why);
      release();
    });
  return (
    <>
      {reason !== undefined && (
        <p role="alert" className={styles['blocked']}>
          {reason}
        </p>
      )}
      <LoginForm onLogin={login} />
    </>
  );
}

/** Asks for the login above unfinished work; it can be minimized to continue the work first. */
function SessionEndedDialog({ session, renderHeld }: LoginProps) {
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
        {!session.held && <p>{gate.endedHint}</p>}
        <Login session={session} renderHeld={renderHeld} />
        <Button onClick={() => setMinimized(true)}>{gate.later}</Button>
      </div>
    </Modal>
  );
}
