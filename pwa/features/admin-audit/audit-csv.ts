import type { AuditEntry } from '#contract/http/audit.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '#transfer/csv-cell.ts';

const COLUMNS = ['number', 'at', 'actor', 'action', 'subject'] as const satisfies readonly (keyof AuditEntry)[];

/** Returns entries as CSV with a header of field names; the values before and after are JSON. */
export const toAuditCsv = (entries: readonly AuditEntry[]): string =>
  BYTE_ORDER_MARK +
  toCsvLine([...COLUMNS, 'before', 'after']) +
  entries
    .map((entry) =>
      toCsvLine([
        ...COLUMNS.map((column) => String(entry[column])),
        JSON.stringify(entry.before),
        JSON.stringify(entry.after),
      ]),
    )
    .join('');
