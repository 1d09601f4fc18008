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

/** Resolves a conflict with another administrator's change: each field's value is chosen or written. */
export function ConflictDialog({ op, onClose }: ConflictDialogProps) {
  const { entry, choices, choose, problems, canSave, isSaving, save } = useConflict(op);
  const [result, setResult] = useState<'applied' | 'waiting' | 'refused' | 'failed'>();
  if (result === 'applied')
    return <Alert title={products.saved} lang={products.serverLanguage} closeLabel={products.ok} onClose={onClose} />;
  if (result !== undefined)
    return (
      <Alert
        title={result === 'waiting' ? products.waits : texts.notSaved}
        closeLabel={products.ok}
        onClose={onClose}
      />
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
            // A new conflict is shown in the same dialog.
            if (saved && saved.outcome !== 'conflict') setResult(saved.outcome);
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
        <div className={styles['actions']}>
          <Button onClick={onClose}>{texts.later}</Button>
          <Button type="submit" look="primary" disabled={!canSave || isSaving}>
            {texts.saveChoice}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
