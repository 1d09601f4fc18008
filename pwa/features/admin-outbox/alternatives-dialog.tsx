import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import type { EditConflict } from '#sync/api/admin-api.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import type { Choices } from './plan-resolution.ts';

const { outbox: texts } = adminMessages;

interface AlternativesDialogProps {
  readonly conflicts: EditConflict['fields'];
  /** Called with the chosen value of each field. */
  readonly onChoose: (values: Choices) => void;
  readonly onClose: () => void;
}

/** Asks which value to keep for each field that was changed differently in two windows of the same form. */
export function AlternativesDialog({ conflicts, onChoose, onClose }: AlternativesDialogProps) {
  const [choices, setChoices] = useState<Choices>({});
  return (
    <ChoiceDialog
      hint={texts.windowsHint}
      sides={{ mine: texts.shown, theirs: texts.otherWindow }}
      conflicts={conflicts}
      choices={choices}
      problems={{}}
      canSave={conflicts.every(({ field }) => choices[field] !== undefined)}
      saveLabel={texts.applyChoice}
      onChoose={(field, value) => setChoices((last) => ({ ...last, [field]: value }))}
      onSave={() => onChoose(choices)}
      onClose={onClose}
    />
  );
}
