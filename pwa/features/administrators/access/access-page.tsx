import { useState } from 'react';
import type { ReactNode } from 'react';
import type { OwnAccess, Passkey } from '#contract/http/administrators.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import styles from '../administrators.module.css';
import { FailureText } from '../failure-text.tsx';
import { LoadState } from '../load-state.tsx';
import { PasskeyList } from '../passkey-list.tsx';
import { RecoveryCodes } from '../recovery-codes.tsx';
import { RoleChips } from '../role-chips.tsx';
import pageStyles from './access-page.module.css';
import { ChatLogin } from './chat-login.tsx';
import { useOwnAccess } from './use-own-access.ts';
import type { OwnAccessActions } from './use-own-access.ts';

const { access: texts, people } = administratorMessages;

interface AccessPageProps {
  /** Lists the sessions of an administrator; null: those of administrators without a name. */
  readonly renderDevices: (id: string | null) => ReactNode;
}

/** The caller's own name, roles, passkeys, recovery codes and devices. */
export function AccessPage({ renderDevices }: AccessPageProps) {
  const own = useOwnAccess();
  const { value } = own.access;
  return (
    <section className={pageStyles['page']}>
      <header className={pageStyles['head']}>
        <h2>{texts.title}</h2>
        {value?.name && <p>{value.name}</p>}
        {value && (value.isNameless ? <p>{texts.nameless}</p> : <RoleChips roles={value.roles} />)}
      </header>
      <LoadState loaded={own.access} />
      {value?.isNameless === false && <OwnKeys access={value} own={own} />}
      {value?.chat_login && <ChatLogin login={value.chat_login} own={own} />}
      {value && (
        <section className={styles['box']}>
          <h2>{texts.devices}</h2>
          {renderDevices(value.id)}
        </section>
      )}
      {own.codes && (
        // Only the confirmation closes it: the codes are shown once.
        <Modal kind="dialog" label={administratorMessages.codes.title} onClose={() => undefined}>
          <div className={styles['dialog']}>
            <RecoveryCodes codes={own.codes} onDone={own.hideCodes} />
          </div>
        </Modal>
      )}
    </section>
  );
}

type Question = { readonly about: 'codes' } | { readonly about: 'passkey'; readonly passkey: Passkey };

function OwnKeys({ access, own }: { readonly access: OwnAccess; readonly own: OwnAccessActions }) {
  const [question, setQuestion] = useState<Question>();
  const close = (): void => setQuestion(undefined);
  const confirm = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <>
      <section className={styles['box']}>
        <h2>{texts.passkeys}</h2>
        <PasskeyList
          passkeys={access.passkeys}
          onRemove={access.passkeys.length > 1 ? (passkey) => setQuestion({ about: 'passkey', passkey }) : undefined}
        />
        <div className={styles['actions']}>
          <Button aria-disabled={own.isBusy} onClick={() => !own.isBusy && own.addPasskey()}>
            {own.isBusy ? administratorMessages.register.creating : texts.addPasskey}
          </Button>
        </div>
        <p role="status" className={pageStyles['done']}>
          {own.done && texts[own.done]}
        </p>
        <FailureText failure={own.failures.keys} />
      </section>
      <section className={styles['box']}>
        <h2>{texts.codes}</h2>
        <p className={styles['soft']}>{texts.codesLeft(access.recovery_codes_left)}</p>
        <div className={styles['actions']}>
          <Button onClick={() => setQuestion({ about: 'codes' })}>{texts.newCodes}</Button>
        </div>
      </section>
      {question?.about === 'codes' && (
        <ConfirmDialog
          title={texts.newCodesQuestion}
          onClose={close}
          actions={<Choice label={texts.newCodes} onCancel={close} onConfirm={confirm(own.replaceCodes)} />}
        >
          <p>{texts.newCodesHint}</p>
        </ConfirmDialog>
      )}
      {question?.about === 'passkey' && (
        <ConfirmDialog
          title={texts.removeQuestion(question.passkey.name)}
          onClose={close}
          actions={
            <Choice
              label={texts.remove}
              onCancel={close}
              onConfirm={confirm(() => own.removePasskey(question.passkey.id))}
            />
          }
        >
          <p>{texts.removeHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

const Choice = ({ label, onCancel, onConfirm }: ChoiceProps) => (
  <>
    <Button onClick={onCancel}>{people.cancel}</Button>
    <Button look="primary" onClick={onConfirm}>
      {label}
    </Button>
  </>
);
