/**
 * Places where a spreadsheet could begin a formula, whose text may come from strangers: the beginning of a cell, and what follows a delimiter or
 * line break inside it, because a spreadsheet may split at semicolons or tabs and then ignores the quotes around the cell.
 */
const FORMULAS = /^(?='*[=+\-@＝＋－＠\t\r\n\0])|(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g;
const MARKS = /^'(?='*[=+\-@＝＋－＠\t\r\n\0])|(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g;

/** Makes spreadsheets read a file as UTF-8 when it is the first character. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Formats a line of CSV (RFC 4180) that ends with CR LF. Spreadsheets show its cells as text and never run them. */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(',')}\r\n`;

/** Returns the text of a cell from a file that `toCsvLine` has written. */
export const unescapeCsvCell = (cell: string): string => cell.replaceAll(MARKS, '');

function toCsvCell(text: string): string {
  const cell = text.replaceAll(FORMULAS, "'");
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
