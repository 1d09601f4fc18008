import { paymentName } from '#pwa/messages/term-names.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { Button } from '#pwa/ui/button.tsx';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import styles from './order-tools.module.css';
import { NO_FILTER, TO_SEND } from './select-orders.ts';
import type { OrderCounts, OrderFilter } from './select-orders.ts';

interface OrderToolsProps {
  readonly filter: OrderFilter;
  readonly onFilter: (next: OrderFilter) => void;
  /** Counts of all orders, not of the filtered ones. */
  readonly counts: OrderCounts;
  readonly shown: number;
  readonly onCsv: () => void;
  readonly onSlips: () => void;
}

/** Maximum number of packing slips: more would slow the device down and are hardly intended. */
const MAX_SLIPS = 500;

/** Search, filters and the actions on the filtered orders. */
export function OrderTools({ filter, onFilter, counts, shown, onCsv, onSlips }: OrderToolsProps) {
  const isToSendOnly = filter.status === TO_SEND.status && filter.sent === TO_SEND.sent;
  const isNarrowed =
    (!isToSendOnly && (filter.status !== null || filter.sent !== 'all')) ||
    filter.from !== null ||
    filter.until !== null;
  const isFiltered = isNarrowed || isToSendOnly || filter.attentionOnly || filter.search !== '';
  const set = (part: Partial<OrderFilter>): void => onFilter({ ...filter, ...part });
  return (
    <div className={styles['tools']}>
      <form className={styles['search']} role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          className={fieldStyles['input']}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          aria-label={adminOrderMessages.search}
          placeholder={adminOrderMessages.searchHint}
          value={filter.search}
          onChange={({ target }) => set({ search: target.value })}
        />
      </form>
      <div className={styles['filters']} role="group" aria-label={adminOrderMessages.filters}>
        <button
          type="button"
          className={styles['chip']}
          aria-pressed={isToSendOnly}
          onClick={() =>
            set(isToSendOnly ? { status: null, sent: 'all' } : { status: TO_SEND.status, sent: TO_SEND.sent })
          }
        >
          {adminOrderMessages.toSendOnly(counts.toSend)}
        </button>
        <button
          type="button"
          className={styles['chip']}
          aria-pressed={filter.attentionOnly}
          onClick={() => set({ attentionOnly: !filter.attentionOnly })}
        >
          {adminOrderMessages.attentionOnly(counts.attention)}
        </button>
      </div>
      <details className={styles['more']} open={isNarrowed || undefined}>
        <summary>{adminOrderMessages.moreFilters}</summary>
        <div className={styles['filters']}>
          <select
            className={fieldStyles['input']}
            aria-label={adminOrderMessages.status}
            value={filter.status ?? ''}
            onChange={({ target }) => set({ status: target.value === '' ? null : target.value })}
          >
            <option value="">{adminOrderMessages.anyStatus}</option>
            {listStatuses(counts, filter.status).map(([status, count]) => (
              <option key={status} value={status}>
                {adminOrderMessages.statusChoice(paymentName(status), count)}
              </option>
            ))}
          </select>
          <select
            className={fieldStyles['input']}
            aria-label={adminOrderMessages.sentFilter}
            value={filter.sent}
            onChange={({ target }) => set({ sent: target.value as OrderFilter['sent'] })}
          >
            {(['all', 'unsent', 'sent'] as const).map((sent) => (
              <option key={sent} value={sent}>
                {adminOrderMessages.sentChoices[sent]}
              </option>
            ))}
          </select>
          {(['from', 'until'] as const).map((end) => (
            <label key={end} className={styles['day']}>
              {adminOrderMessages[end]}
              <input
                className={fieldStyles['input']}
                type="date"
                value={filter[end] ?? ''}
                onChange={({ target }) => set({ [end]: target.value === '' ? null : target.value })}
              />
            </label>
          ))}
        </div>
      </details>
      <div className={styles['found']}>
        <h2>
          <span role="status">{adminOrderMessages.shown(shown, counts.all)}</span>
        </h2>
        {isFiltered && (
          <Button look="quiet" onClick={() => onFilter(NO_FILTER)}>
            {adminOrderMessages.clearFilters}
          </Button>
        )}
        <span className={styles['gap']} />
        <Button disabled={shown === 0} onClick={onCsv}>
          {adminOrderMessages.csv}
        </Button>
        <Button disabled={shown === 0 || shown > MAX_SLIPS} onClick={onSlips}>
          {adminOrderMessages.slips(shown)}
        </Button>
      </div>
    </div>
  );
}

/** Lists the statuses that occur, and the chosen one even when no order has it any more. */
const listStatuses = ({ byStatus }: OrderCounts, chosen: string | null): OrderCounts['byStatus'] =>
  chosen === null || byStatus.some(([status]) => status === chosen) ? byStatus : [...byStatus, [chosen, 0]];
