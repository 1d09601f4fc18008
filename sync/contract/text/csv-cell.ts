/** Matches cells that spreadsheets would run as a formula; their text may come from strangers. */
const FORMULA = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** Escapes a text so that spreadsheets show it and never run it. */
export const escapeCsvCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Reverses `escapeCsvCell`. */
export const unescapeCsvCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
