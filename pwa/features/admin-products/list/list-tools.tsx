import { useId } from 'react';
import type { ReactNode } from 'react';
import type { SortKey } from '#contract/shops.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import styles from './product-list.module.css';

interface ListToolsProps {
  readonly search: string;
  readonly sort: SortKey | null;
  readonly sorts: readonly SortKey[];
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: SortKey | null) => void;
  /** A button beside the search. */
  readonly scanner: ReactNode;
}

/** Search and sort order of the list. */
export function ListTools({ search, sort, sorts, onSearch, onSort, scanner }: ListToolsProps) {
  const id = useId();
  return (
    <div className={styles['tools']} role="search">
      <div className={styles['search']}>
        <TextField label={adminListMessages.search} type="search" value={search} autoComplete="off" onText={onSearch} />
        {scanner}
      </div>
      <div className={styles['sort']}>
        <label htmlFor={id}>{adminListMessages.sort}</label>
        <select
          id={id}
          className={fieldStyles['input']}
          value={sort ?? ''}
          onChange={(event) => onSort(sorts.find((key) => key === event.target.value) ?? null)}
        >
          <option value="">{adminListMessages.byTitle}</option>
          {sorts.map((key) => (
            <option key={key} value={key}>
              {adminListMessages.sorts[key]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
