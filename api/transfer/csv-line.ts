/** Cells as a line of CSV, as RFC 4180 has it. */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`;

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
