import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { clearBlock, useBlockedUntil } from '#pwa/platform/admin/admin-session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { formatCountdown } from './countdown.ts';
import styles from './admin-gate.module.css';
import type { LoginResult } from './use-admin-session.ts';

const { gate } = adminMessages;
const PROBLEMS: Partial<Record<LoginResult, 'notListed' | 'unreachable' | 'failed'>> = {
  'not-listed': 'notListed',
  unreachable: 'unreachable',
  failed: 'failed',
};

interface LoginFormProps {
  readonly onLogin: (password: string) => Promise<LoginResult>;
}

/** The password form, or the remaining time of a lockout. */
export function LoginForm({ onLogin }: LoginFormProps) {
  const blockedUntilMs = useBlockedUntil();
  return blockedUntilMs > 0 ? <Lockout untilMs={blockedUntilMs} /> : <PasswordForm onLogin={onLogin} />;
}

function Lockout({ untilMs }: { readonly untilMs: number }) {
  const leftMs = untilMs - useNow(1_000);
  useEffect(() => {
    if (leftMs <= 0) clearBlock();
  }, [leftMs]);
  return (
    <p className={styles['blocked']}>
      {gate.blocked} <time role="timer">{formatCountdown(leftMs)}</time>
    </p>
  );
}

function PasswordForm({ onLogin }: LoginFormProps) {
  const [password, setPassword] = useState('');
  const [result, setResult] = useState<LoginResult | 'sending' | null>(null);
  const [acknowledgements, setAcknowledgements] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const isSending = result === 'sending';
  const problem = result === null || isSending ? undefined : PROBLEMS[result];

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending || password === '') return;
    setResult('sending');
    const next = await onLogin(password);
    setResult(next);
    if (next === 'wrong-password') setPassword('');
  };
  const acknowledge = (): void => {
    setResult(null);
    setAcknowledgements((count) => count + 1);
  };
  useEffect(() => {
    // The closing dialog returns the focus to the button, but the user has to type next.
    if (acknowledgements > 0) input.current?.focus();
  }, [acknowledgements]);

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <TextField
        ref={input}
        label={gate.password}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        problem={problem && gate[problem]}
        onText={setPassword}
      />
      <Button type="submit" look="primary" disabled={isSending}>
        {isSending ? gate.checking : gate.login}
      </Button>
      {result === 'wrong-password' && (
        <ConfirmDialog
          title={gate.wrongPassword}
          foreign={{ lang: 'ru', meaning: gate.wrongPasswordMeaning }}
          actions={
            <Button look="primary" onClick={acknowledge}>
              {gate.close}
            </Button>
          }
          onClose={acknowledge}
        />
      )}
    </form>
  );
}
