import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import type { EditConflict } from '#sync/api/admin-api.ts';
import { ConflictField } from './conflict-field.tsx';
import type { ConflictSides } from './conflict-field.tsx';
import styles from './conflict-dialog.module.css';
import type { Choices } from './plan-resolution.ts';

const { outbox: texts } = adminMessages;

interface ChoiceDialogProps {
  readonly hint: string;
  readonly sides: ConflictSides;
  readonly conflicts: EditConflict['fields'];
  readonly choices: Choices;
  /** Problems of the chosen values, by field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly canSave: boolean;
  readonly saveLabel: string;
  readonly onChoose: (field: string, value: string | number) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Asks which value to keep for each field that two sides changed differently. */
export function ChoiceDialog({ conflicts, choices, problems, onChoose, onClose, ...props }: ChoiceDialogProps) {
  return (
    <Modal kind="modal" label={texts.conflictTitle} isAlert onClose={onClose}>
      <form
        className={styles['dialog']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave();
        }}
      >
        <h2>{texts.conflictTitle}</h2>
        <p className={styles['soft']}>{props.hint}</p>
        {conflicts.map((field) => (
          <ConflictField
            key={field.field}
            conflict={field}
            sides={props.sides}
            chosen={choices[field.field]}
            problem={problems[field.field]}
            onChoose={(value) => onChoose(field.field, value)}
          />
        ))}
        <div className={styles['actions']}>
          <Button onClick={onClose}>{texts.later}</Button>
          <Button type="submit" look="primary" disabled={!props.canSave}>
            {props.saveLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
