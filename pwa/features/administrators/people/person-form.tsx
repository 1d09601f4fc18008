import { useState } from 'react';
import type { FormEvent } from 'react';
import { MAX_ADMIN_NAME_LENGTH } from '#contract/limits.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import styles from '../administrators.module.css';
import type { Failure } from '../describe-failure.ts';
import { FailureText } from '../failure-text.tsx';
import { RoleChoice } from '../role-chips.tsx';

const { people: texts } = administratorMessages;

export interface PersonInput {
  readonly name: string;
  readonly roles: AdminRole[];
}

interface PersonFormProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly initial: { readonly name: string; readonly roles: readonly AdminRole[] };
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onSubmit: (person: PersonInput) => void;
  readonly onClose: () => void;
}

/** The dialog with name and roles of an administrator. */
export function PersonForm({ title, submitLabel, initial, isBusy, failure, onSubmit, onClose }: PersonFormProps) {
  const [name, setName] = useState(initial.name);
  const [roles, setRoles] = useState(initial.roles);
  const [isNameMissing, setNameMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNameMissing(name.trim() === '');
    if (!isBusy && name.trim() !== '') onSubmit({ name: name.trim(), roles: [...roles] });
  };
  return (
    <Modal kind="dialog" label={title} onClose={onClose}>
      <form className={styles['dialog']} noValidate onSubmit={submit}>
        <h2>{title}</h2>
        <TextField
          label={texts.name}
          name="person"
          autoComplete="off"
          maxLength={MAX_ADMIN_NAME_LENGTH}
          value={name}
          problem={isNameMissing ? texts.noName : undefined}
          onText={setName}
        />
        <RoleChoice roles={roles} onChange={setRoles} />
        <FailureText failure={failure} />
        <div className={styles['actions']}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
