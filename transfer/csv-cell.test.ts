import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsvLine, unescapeCsvCell } from './csv-cell.ts';

/** Signs that begin a formula; the full-width ones too, in spreadsheets of East Asian languages. */
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const DELIMITERS = [',', ';', '\t'];

/** Reads the cells of a file as a spreadsheet that splits at `delimiter`: German ones split at semicolons; pasted text is split at tabs. */
const readAs = (delimiter: string, text: string): string[] =>
  (
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
    }) as string[][]
  ).flat();

const isFormula = (cell: string): boolean => /^[=+\-@＝＋－＠\t\r\n\0]/.test(cell);

describe('a line of CSV', () => {
  it.each(SIGNS)('has no formula that begins with %s, whichever delimiter a spreadsheet splits at', (sign) => {
    const formula = `${sign}1+1`;
    const texts = [formula, `'${formula}`, `a;${formula}`, `a\t${formula}`, `a\r${formula}`, `a";"${formula}`];
    for (const text of texts) {
      const line = toCsvLine(['1', text, 'end']);
      for (const delimiter of DELIMITERS) {
        expect([text, delimiter, readAs(delimiter, line).filter(isFormula)]).toEqual([text, delimiter, []]);
      }
    }
  });

  it.each(['\t=1', '\r=1', '\n=1', '\u0000=1'])('has no cell that begins with a control character (%j)', (text) =>
    expect(readAs(',', toCsvLine([text])).filter(isFormula)).toEqual([]),
  );

  it('keeps a cell with any delimiter or line break in one piece', () => {
    const cells = ['a;b', 'a\tb', 'a,b', 'a\rb', 'a\nb', 'a"b', ''];
    for (const [index, cell] of cells.entries()) expect(readAs(',', toCsvLine(cells))[index]).toBe(cell);
    expect(toCsvLine(['a;b', 'a\tb', 'plain'])).toBe('"a;b","a\tb",plain\r\n');
  });

  it('is read back unchanged', () => {
    const parts = fc.constantFrom(...SIGNS, ...DELIMITERS, "'", '"', '\r', '\n', 'a', ' ');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: parts }), { minLength: 1 }), (cells) => {
        const [record] = parse(toCsvLine(cells), { record_delimiter: '\r\n' }) as string[][];
        expect(record?.map(unescapeCsvCell)).toEqual(cells);
      }),
    );
  });
});
