/** Formats rows as CSV (RFC 4180): every line ends with CR LF, and cells are quoted where necessary. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
