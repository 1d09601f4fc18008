import { useState } from 'react';
import type { ChatLogin as Login } from '#contract/http/administrators.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import styles from '../administrators.module.css';
import { FailureText } from '../failure-text.tsx';
import type { OwnAccessActions } from './use-own-access.ts';

const { people } = administratorMessages;
const texts = administratorMessages.access.chat;

interface ChatLoginProps {
  readonly login: NonNullable<Login>;
  readonly own: OwnAccessActions;
}

/** The shop login with which an administrator also answers chats in the shop, and a button that unlinks it. */
export function ChatLogin({ login, own }: ChatLoginProps) {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  return (
    <section className={styles['box']}>
      <h2>{texts.title}</h2>
      <p className={styles['soft']}>{texts.linked(login.name, login.email)}</p>
      <div className={styles['actions']}>
        <Button aria-disabled={own.isBusy} onClick={() => !own.isBusy && setAsking(true)}>
          {texts.unlink}
        </Button>
      </div>
      <FailureText failure={own.failures.chats} />
      {isAsking && (
        <ConfirmDialog
          title={texts.unlinkQuestion}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{people.cancel}</Button>
              <Button
                look="primary"
                onClick={() => {
                  close();
                  own.unlinkChats();
                }}
              >
                {texts.unlink}
              </Button>
            </>
          }
        >
          <p>{texts.unlinkHint}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
