/** Spreadsheets run a cell that begins so as a formula; others may write what is in it. */
const FORMULA = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** A text as a spreadsheet shows it and never runs it. */
export const escapeCsvCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `escapeCsvCell` made a cell of. */
export const unescapeCsvCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
