import { formatTwoDecimals } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '#transfer/csv-cell.ts';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import type { DaySums, StatusSums } from './summarise-orders.ts';

/** A table with a header of field names, which are the same in every language. */
export interface CsvTable {
  /** Beginning of the file's name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export const toCsv = ({ columns, rows }: CsvTable): string =>
  BYTE_ORDER_MARK + toCsvLine(columns) + rows.map((row) => toCsvLine(row.map(String))).join('');

/** Downloads a table as a file; call it within a click. */
export function saveTable(table: CsvTable): void {
  saveTextFile(adminInsightMessages.csvName(table.name, formatDay(Date.now())), toCsv(table), 'text/csv;charset=utf-8');
}

/** Returns a row for every day, including days without orders, so that calculations over the file need not fill gaps. */
export const tableOfDays = (days: readonly DaySums[]): CsvTable => ({
  name: 'sales',
  columns: ['day', 'orders', 'paid_orders', 'units', 'sales'],
  rows: days.map(({ startMs, orders, paid, units, salesCents }) => [
    formatDay(startMs),
    orders,
    paid,
    units,
    formatTwoDecimals(salesCents as Cents),
  ]),
});

export const tableOfStatuses = (statuses: readonly StatusSums[]): CsvTable => ({
  name: 'payments',
  columns: ['payment_status', 'orders', 'total_amount'],
  rows: statuses.map(({ status, orders, cents }) => [status, orders, formatTwoDecimals(cents as Cents)]),
});
