import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { ConflictField } from './conflict-field.tsx';
import styles from './conflict-dialog.module.css';
import { useConflict } from './use-conflict.ts';

const { outbox: texts, products } = adminMessages;

interface ConflictDialogProps {
  readonly op: number;
  readonly onClose: () => void;
}

/** Somebody else has changed the same fields: for each of them it is decided what is saved. */
export function ConflictDialog({ op, onClose }: ConflictDialogProps) {
  const { entry, choices, choose, problems, canSave, isSaving, save } = useConflict(op);
  const [end, setEnd] = useState<'applied' | 'waiting' | 'refused' | 'failed'>();
  if (end === 'applied')
    return <Alert title={products.saved} lang={products.serverLanguage} closeLabel={products.ok} onClose={onClose} />;
  if (end !== undefined)
    return (
      <Alert title={end === 'waiting' ? products.waits : texts.notSaved} closeLabel={products.ok} onClose={onClose} />
    );
  if (!entry?.conflict || entry.operation.kind !== 'editProduct') return null;
  const { title } = entry.conflict.base.fields;
  return (
    <Modal kind="modal" label={texts.conflictTitle} isAlert onClose={onClose}>
      <form
        className={styles['dialog']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save().then((saved) => {
            // Another conflict, if there is one by now, is shown in the same dialog.
            if (saved && saved.outcome !== 'conflict') setEnd(saved.outcome);
          });
        }}
      >
        <h2>{texts.conflictTitle}</h2>
        <p className={styles['soft']}>{texts.conflictHint(title)}</p>
        {entry.conflict.fields.map((field) => (
          <ConflictField
            key={field.field}
            conflict={field}
            chosen={choices[field.field]}
            problem={problems[field.field]}
            onChoose={(value) => choose(field.field, value)}
          />
        ))}
        <div className={styles['answers']}>
          <Button onClick={onClose}>{texts.later}</Button>
          <Button type="submit" look="primary" disabled={!canSave || isSaving}>
            {texts.saveChoice}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
