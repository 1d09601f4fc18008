import { useState } from 'react';
import type { FormEvent } from 'react';
import { MAX_ADMIN_NAME_LENGTH } from '#contract/limits.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from '../administrators.module.css';
import { FailureText } from '../failure-text.tsx';
import { RecoveryCodes } from '../recovery-codes.tsx';
import { RoleChips } from '../role-chips.tsx';
import { useRegistration } from './use-registration.ts';
import type { RegistrationFlow } from './use-registration.ts';

const { register: texts, state } = administratorMessages;

interface RegisterProps {
  /** The secret of the one-time link. */
  readonly link: string;
  /** The token that the server returned for the password. */
  readonly token: string;
  readonly onEnter: (token: string) => void;
  readonly onCancel: () => void;
}

/** Registers a passkey by a one-time link: asks for a name, creates the passkey, then shows the recovery codes. */
export function Register({ link, token, onEnter, onCancel }: RegisterProps) {
  const flow = useRegistration({ link, token });
  const { person, registered, isBusy, failure } = flow;
  if (registered) return <Registered registered={registered} onEnter={onEnter} />;
  return (
    <section className={styles['stack']} aria-label={texts.title}>
      <h2 className={styles['title']}>{texts.title}</h2>
      {person ? (
        <RegisterForm person={person} flow={flow} />
      ) : (
        isBusy && (
          <p role="status">
            <Spinner /> {state.loading}
          </p>
        )
      )}
      <FailureText failure={failure} />
      <Button onClick={onCancel}>{texts.notNow}</Button>
    </section>
  );
}

interface RegisteredProps {
  readonly registered: NonNullable<RegistrationFlow['registered']>;
  readonly onEnter: (token: string) => void;
}

/** Shows the recovery codes, which come with a person's first passkey only. */
function Registered({ registered: { token, recovery_codes: codes }, onEnter }: RegisteredProps) {
  if (codes) return <RecoveryCodes codes={codes} onDone={() => onEnter(token)} />;
  return (
    <section className={styles['stack']} aria-label={texts.title}>
      <p role="status">{administratorMessages.access.added}</p>
      <Button look="primary" onClick={() => onEnter(token)}>
        {administratorMessages.step.continue}
      </Button>
    </section>
  );
}

interface RegisterFormProps {
  readonly person: NonNullable<RegistrationFlow['person']>;
  readonly flow: RegistrationFlow;
}

function RegisterForm({ person, flow: { isBusy, register } }: RegisterFormProps) {
  const [name, setName] = useState(person.name);
  const [passkeyName, setPasskeyName] = useState('');
  const [isNameMissing, setNameMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNameMissing(name.trim() === '');
    if (!isBusy && name.trim() !== '') register(name.trim(), passkeyName.trim());
  };
  return (
    <form className={styles['stack']} noValidate onSubmit={submit}>
      <p className={styles['soft']}>{texts.hint}</p>
      <RoleChips roles={person.roles} />
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        name="name"
        autoComplete="name"
        maxLength={MAX_ADMIN_NAME_LENGTH}
        value={name}
        problem={isNameMissing ? texts.noName : undefined}
        onText={setName}
      />
      <TextField
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        name="passkey-name"
        autoComplete="off"
        maxLength={MAX_ADMIN_NAME_LENGTH}
        placeholder={texts.passkeyNameExample}
        value={passkeyName}
        onText={setPasskeyName}
      />
      <Button type="submit" look="primary" aria-disabled={isBusy}>
        {isBusy ? texts.creating : texts.create}
      </Button>
    </form>
  );
}
