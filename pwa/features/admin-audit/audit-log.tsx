import type { AuditEntry } from '#contract/http/audit.ts';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { formatDay, formatLongDay } from '#pwa/messages/format-day.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { isChosen } from './audit-choice.ts';
import emptyStyles from '#pwa/ui/empty-card.module.css';
import pageStyles from '#pwa/ui/list-page.module.css';
import styles from './audit-log.module.css';
import { AuditTools } from './audit-tools.tsx';
import { describeActor, describeField, describeSubject } from './describe-entry.ts';
import { listFieldChanges } from './list-field-changes.ts';
import { useAuditLog } from './use-audit-log.ts';
import { useAuditPeople } from './use-audit-people.ts';
import type { AuditPerson } from './use-audit-people.ts';
import type { AuditLog as Log } from './use-audit-log.ts';

/** The actions of administrators by day, newest first. */
export function AuditLog() {
  const log = useAuditLog();
  const people = useAuditPeople();
  const { choice, entries } = log;
  return (
    <section className={pageStyles['page']}>
      <header className={pageStyles['head']}>
        <div>
          <h1>{adminAuditMessages.title}</h1>
          <p>{adminAuditMessages.hint}</p>
        </div>
        <Button onClick={log.refresh}>{adminAuditMessages.refresh}</Button>
      </header>
      <AuditTools choice={choice} onChoice={log.choose} people={people} />
      {entries?.length === 0 && (
        <div className={emptyStyles['empty']}>
          <h2>{isChosen(choice) ? adminAuditMessages.noMatch : adminAuditMessages.empty}</h2>
          <p>{isChosen(choice) ? adminAuditMessages.noMatchHint : adminAuditMessages.emptyHint}</p>
        </div>
      )}
      {groupByDay(entries ?? []).map(([day, entriesOfDay]) => (
        <section key={day} className={styles['day']}>
          <h2>
            <time dateTime={day}>{entriesOfDay[0] && formatLongDay(entriesOfDay[0].at)}</time>
          </h2>
          <ol>
            {entriesOfDay.map((entry) => (
              <Entry key={entry.number} entry={entry} people={people} />
            ))}
          </ol>
        </section>
      ))}
      <End log={log} />
    </section>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly people: readonly AuditPerson[];
}

function Entry({ entry, people }: EntryProps) {
  const { actions, field, before, after } = adminAuditMessages;
  const changes = listFieldChanges(entry);
  return (
    <li className={styles['entry']}>
      <p>
        <strong>{actions[entry.action] ?? entry.action}</strong>{' '}
        <bdi className={styles['subject']}>{describeSubject(entry.subject, people)}</bdi>
      </p>
      <p className={pageStyles['soft']}>
        {formatTime(entry.at)} · <bdi>{describeActor(entry.actor)}</bdi>
      </p>
      {changes.length > 0 && (
        <table className={styles['changes']}>
          <thead>
            <tr>
              <th scope="col">{field}</th>
              <th scope="col">{before}</th>
              <th scope="col">{after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{describeField(change.field)}</th>
                <Value text={change.before} name={before} />
                <Value text={change.after} name={after} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}

const Value = ({ text, name }: { readonly text: string | null; readonly name: string }) => (
  <td dir="auto" data-name={name}>
    {text === null || text === '' ? adminAuditMessages.none : text}
  </td>
);

/** The end of the list: a button for older entries, the number of all entries, or why loading them failed. */
function End({ log: { entries, state, hasMore, showMore } }: { readonly log: Log }) {
  const isOnline = !useIsServerLost();
  if (state === 'loading') {
    return (
      <p className={styles['end']} role="status">
        <Spinner />
        {adminAuditMessages.loading}
      </p>
    );
  }
  if (state === 'failed') {
    return (
      <div className={styles['end']} role="alert">
        <p>{isOnline ? adminAuditMessages.failed : adminAuditMessages.offline}</p>
        <Button onClick={showMore}>{adminAuditMessages.tryAgain}</Button>
      </div>
    );
  }
  if (!entries || entries.length === 0) return null;
  return hasMore ? (
    <Button className={styles['more']} onClick={showMore}>
      {adminAuditMessages.more}
    </Button>
  ) : (
    <p className={styles['end']}>{adminAuditMessages.all(entries.length)}</p>
  );
}

/** Groups entries by local day, in their order. */
function groupByDay(entries: readonly AuditEntry[]): readonly (readonly [string, readonly AuditEntry[]])[] {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = formatDay(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
