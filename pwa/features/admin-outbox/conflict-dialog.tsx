import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';
import { ChoiceDialog } from './choice-dialog.tsx';
import { useConflict } from './use-conflict.ts';

const { outbox: texts, products } = adminMessages;

interface ConflictDialogProps {
  readonly op: number;
  readonly onClose: () => void;
}

/** Resolves a conflict with another administrator's change: each field's value is chosen or written. */
export function ConflictDialog({ op, onClose }: ConflictDialogProps) {
  const { entry, choices, choose, problems, canSave, isSaving, save } = useConflict(op);
  const [result, setResult] = useState<'applied' | 'waiting' | 'rejected' | 'failed'>();
  if (result === 'applied')
    return (
      <Alert
        title={products.saved}
        foreign={{ lang: products.serverLanguage, meaning: products.meanings.saved }}
        closeLabel={products.ok}
        onClose={onClose}
      />
    );
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
    <ChoiceDialog
      hint={texts.conflictHint(title, entry.conflict.by)}
      sides={{ mine: texts.mine, theirs: texts.theirs }}
      conflicts={entry.conflict.fields}
      choices={choices}
      problems={problems}
      canSave={canSave && !isSaving}
      saveLabel={texts.saveChoice}
      onChoose={choose}
      onSave={() =>
        void save().then((saved) => {
          // A new conflict is shown in the same dialog.
          if (saved && saved.outcome !== 'conflict') setResult(saved.outcome);
        })
      }
      onClose={onClose}
    />
  );
}
