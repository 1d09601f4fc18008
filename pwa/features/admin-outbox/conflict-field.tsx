import { useId, useState } from 'react';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { HtmlView } from '#pwa/ui/html/html-view.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import type { EditConflict } from '#sync/api/admin-api.ts';
import styles from './conflict-dialog.module.css';
import { parseLike } from './plan-resolution.ts';

const { outbox: texts } = adminMessages;

/** The only field that contains HTML; every other field is a line of text. */
const HTML_FIELD = 'description';

/** Labels of the two new values of a field. */
export interface ConflictSides {
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictFieldProps {
  readonly conflict: EditConflict['fields'][number];
  readonly sides: ConflictSides;
  readonly chosen: string | number | undefined;
  readonly problem: string | undefined;
  readonly onChoose: (value: string | number) => void;
}

/** One field of a conflict: its base value, both new values, and a choice between them or a third value. */
export function ConflictField({ conflict, sides, chosen, problem, onChoose }: ConflictFieldProps) {
  const { field, base, mine, theirs } = conflict;
  const name = useId();
  const [side, setSide] = useState<'mine' | 'theirs' | 'own'>();
  const isHtml = field === HTML_FIELD;
  const choose = (next: 'mine' | 'theirs' | 'own', value: string | number): void => {
    setSide(next);
    onChoose(value);
  };
  return (
    <fieldset className={styles['field']}>
      <legend>{fieldLabel(field)}</legend>
      <p className={styles['soft']}>{texts.before}</p>
      <Value value={base} isHtml={isHtml} />
      {(
        [
          ['mine', mine],
          ['theirs', theirs],
        ] as const
      ).map(([option, value]) => (
        <label key={option} className={styles['choice']}>
          <input type="radio" name={name} checked={side === option} onChange={() => choose(option, value)} />
          <span className={styles['side']}>{sides[option]}</span>
          <Value value={value} isHtml={isHtml} />
        </label>
      ))}
      {!isHtml && (
        <>
          <label className={styles['choice']}>
            <input type="radio" name={name} checked={side === 'own'} onChange={() => choose('own', mine)} />
            <span className={styles['side']}>{texts.own}</span>
          </label>
          {side === 'own' && (
            <TextField
              label={fieldLabel(field)}
              value={String(chosen ?? '')}
              problem={problem}
              onText={(text) => onChoose(parseLike(base, text))}
            />
          )}
        </>
      )}
    </fieldset>
  );
}

const Value = ({ value, isHtml }: { readonly value: string | number; readonly isHtml: boolean }) => {
  if (value === '') return <span className={styles['soft']}>{texts.nothingWritten}</span>;
  return isHtml ? (
    <div className={styles['html']}>
      <HtmlView html={String(value)} />
    </div>
  ) : (
    <span className={styles['value']}>
      <bdi>{value}</bdi>
    </span>
  );
};
