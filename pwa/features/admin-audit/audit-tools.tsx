import { NAMELESS_PERSON } from '#contract/http/audit.ts';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ALL_ENTRIES, isChosen } from './audit-choice.ts';
import type { AuditChoice } from './audit-choice.ts';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import styles from './audit-tools.module.css';
import { useAuditExport } from './use-audit-export.ts';
import type { AuditPerson } from './use-audit-people.ts';

interface AuditToolsProps {
  readonly choice: AuditChoice;
  readonly onChoice: (next: AuditChoice) => void;
  readonly people: readonly AuditPerson[];
}

/** Filters by person, action and day, and the export of what they show. */
export function AuditTools({ choice, onChoice, people }: AuditToolsProps) {
  const { isRunning, message, start } = useAuditExport();
  const set = (part: Partial<AuditChoice>): void => onChoice({ ...choice, ...part });
  return (
    <form
      className={styles['tools']}
      role="search"
      aria-label={adminAuditMessages.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles['fields']}>
        {' '}
        <label>
          {adminAuditMessages.person}
          <select
            className={fieldStyles['input']}
            value={choice.person}
            onChange={({ target }) => set({ person: target.value })}
          >
            <option value="">{adminAuditMessages.anyPerson}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === NAMELESS_PERSON ? adminAuditMessages.nameless : name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {adminAuditMessages.action}
          <select
            className={fieldStyles['input']}
            value={choice.action}
            onChange={({ target }) => set({ action: target.value })}
          >
            <option value="">{adminAuditMessages.anyAction}</option>
            {Object.entries(adminAuditMessages.actions).map(([action, label]) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          {adminAuditMessages.from}
          <input
            className={fieldStyles['input']}
            type="date"
            max={choice.until || undefined}
            value={choice.from}
            onChange={({ target }) => set({ from: target.value })}
          />
        </label>
        <label>
          {adminAuditMessages.until}
          <input
            className={fieldStyles['input']}
            type="date"
            min={choice.from || undefined}
            value={choice.until}
            onChange={({ target }) => set({ until: target.value })}
          />
        </label>
      </div>
      <div className={styles['actions']}>
        <p role="status">{isRunning ? adminAuditMessages.exporting : message}</p>
        {isChosen(choice) && (
          <Button look="quiet" onClick={() => onChoice(ALL_ENTRIES)}>
            {adminAuditMessages.clearFilters}
          </Button>
        )}
        <Button disabled={isRunning} onClick={() => start(choice)}>
          {adminAuditMessages.exportCsv}
        </Button>
      </div>
    </form>
  );
}
