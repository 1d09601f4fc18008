/** Spreadsheets run a cell that begins so as a formula; others may write what is in it. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text as a spreadsheet shows it and never runs it. */
export const asPlainCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Rows as CSV of RFC 4180: every line ends with CR LF, and cells are quoted where they must be. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
