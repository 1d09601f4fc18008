import { useState } from 'react';
import type { FormEvent } from 'react';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import styles from '../administrators.module.css';
import { FailureText } from '../failure-text.tsx';
import { usePasskeyStep } from './use-passkey-step.ts';
import type { PendingStep } from './use-passkey-step.ts';

const { step } = administratorMessages;

interface PasskeyStepProps {
  readonly pending: PendingStep;
  readonly onEnter: (token: string) => void;
  /** Returns to the password; `reason` is undefined when the person chose to start over. */
  readonly onStartOver: (reason?: string) => void;
}

/** The second step of a login: a passkey, prompted for at once, or a recovery code. */
export function PasskeyStep({ pending, onEnter, onStartOver }: PasskeyStepProps) {
  const [hasLostPasskey, setLostPasskey] = useState(false);
  const { isBusy, failure, promptAgain, changeWay, sendCode } = usePasskeyStep({
    pending,
    onEnter,
    onExpired: () => onStartOver(step.expired),
  });
  return (
    <section className={styles['stack']} aria-label={step.title}>
      <h2 className={styles['title']}>{step.title}</h2>
      {hasLostPasskey ? (
        <RecoveryCodeForm isBusy={isBusy} onCode={sendCode} />
      ) : (
        <>
          <p className={styles['soft']}>{step.hint}</p>
          <Button
            look={isBusy ? 'secondary' : 'primary'}
            aria-disabled={isBusy}
            onClick={() => !isBusy && promptAgain()}
          >
            {isBusy ? step.waiting : step.use}
          </Button>
        </>
      )}
      <FailureText failure={failure} />
      <div className={styles['ways']}>
        <Button
          look="quiet"
          onClick={() => {
            setLostPasskey(!hasLostPasskey);
            changeWay(!hasLostPasskey);
          }}
        >
          {hasLostPasskey ? step.backToPasskey : step.otherWay}
        </Button>
        <Button look="quiet" onClick={() => onStartOver()}>
          {step.startOver}
        </Button>
      </div>
    </section>
  );
}

interface RecoveryCodeFormProps {
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
}

function RecoveryCodeForm({ isBusy, onCode }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '') onCode(code.trim());
  };
  return (
    <form className={styles['stack']} onSubmit={submit}>
      <TextField
        label={step.code}
        hint={step.codeHint}
        name="recovery-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onText={setCode}
      />
      <Button type="submit" look="primary" disabled={isBusy}>
        {step.continue}
      </Button>
    </form>
  );
}
