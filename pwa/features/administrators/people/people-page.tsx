import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Administrator } from '#contract/http/administrators.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import pageStyles from '#pwa/ui/list-page.module.css';
import { FailureText } from '../failure-text.tsx';
import { FirstPasskeyHint } from '../first-passkey-hint.tsx';
import { LoadState } from '../load-state.tsx';
import { LinkDialog } from './link-dialog.tsx';
import styles from './people.module.css';
import { PersonCard } from './person-card.tsx';
import { PersonForm } from './person-form.tsx';
import { usePeople } from './use-people.ts';

const { people: texts } = administratorMessages;

/** The open dialog. */
type OpenDialog =
  { readonly about: 'invitation' } | { readonly about: 'change' | 'revocation'; readonly person: Administrator };

/** All administrators, for owners. `renderDevices` lists the sessions of one administrator. */
export function PeoplePage({ renderDevices }: { readonly renderDevices: (id: string) => ReactNode }) {
  const page = usePeople();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { value } = page.people;
  const close = (): void => {
    setDialog(undefined);
    page.clearFailure();
  };
  const closeAfter = (done: Promise<boolean>): void =>
    void done.then((isDone) => {
      if (isDone) setDialog(undefined);
    });
  const form = { isBusy: page.isBusy, failure: page.failure, onClose: close };
  return (
    <section className={pageStyles['page']}>
      <header className={pageStyles['head']}>
        <div>
          <h2>{texts.title}</h2>
          <p>{texts.hint}</p>
        </div>
        {value?.me.isNameless === false && (
          <Button look="primary" onClick={() => setDialog({ about: 'invitation' })}>
            {texts.invite}
          </Button>
        )}
      </header>
      <LoadState loaded={page.people} />
      {value?.me.isNameless === true && <FirstPasskeyHint />}
      {!dialog && <FailureText failure={page.failure} />}
      {value?.me.isNameless === false && (
        <ul className={styles['list']}>
          {value.administrators.map((person) => (
            <PersonCard
              key={person.id}
              person={person}
              isMe={person.id === value.me.id}
              devices={renderDevices(person.id)}
              onEdit={() => setDialog({ about: 'change', person })}
              onNewLink={() => void page.createLink(person)}
              onRevoke={() => setDialog({ about: 'revocation', person })}
            />
          ))}
        </ul>
      )}
      {dialog?.about === 'invitation' && (
        <PersonForm
          {...form}
          title={texts.inviteTitle}
          submitLabel={texts.create}
          initial={{ name: '', roles: ['catalogue'] }}
          onSubmit={(person) => closeAfter(page.invite(person))}
        />
      )}
      {dialog?.about === 'change' && (
        <PersonForm
          {...form}
          title={texts.editTitle(dialog.person.name)}
          submitLabel={texts.save}
          initial={dialog.person}
          onSubmit={(changes) => closeAfter(page.edit(dialog.person.id, changes))}
        />
      )}
      {dialog?.about === 'revocation' && (
        <ConfirmDialog
          title={texts.revokeQuestion(dialog.person.name)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{texts.cancel}</Button>
              <Button look="destructive" onClick={() => closeAfter(page.revoke(dialog.person.id))}>
                {texts.revoke}
              </Button>
            </>
          }
        >
          <p>{texts.revokeHint}</p>
          <FailureText failure={page.failure} />
        </ConfirmDialog>
      )}
      {page.link && <LinkDialog link={page.link} onClose={page.hideLink} />}
    </section>
  );
}
