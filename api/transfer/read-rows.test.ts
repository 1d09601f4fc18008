import { gzipSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportError } from '#transfer/file-problems.ts';
import { openCsvParser } from './open-csv-parser.ts';
import { openSourceFile } from './read-bytes.ts';
import { openRows } from '#transfer/read-rows.ts';
import { MAX_ROW_LENGTH } from '#transfer/source-row.ts';
import type { SourceRow } from '#transfer/source-row.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-rows-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file and reads its rows, up to its end or to a fault, which is returned. */
async function read(content: string | Buffer): Promise<{ format?: string; rows: SourceRow[]; fault?: string }> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  const file = await openSourceFile(path);
  const collected: SourceRow[] = [];
  let format: string | undefined;
  try {
    const source = await openRows(file.bytes, { openCsvParser });
    format = source.format;
    for await (const batch of source.rows) collected.push(...batch);
    return { format, rows: collected };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { ...(format === undefined ? {} : { format }), rows: collected, fault: error.message };
  } finally {
    await file.close();
  }
}

const fieldsOf = (rows: readonly SourceRow[]) =>
  rows.map((row) => ('fields' in row ? row.fields : 'isBlank' in row ? 'blank' : row.problem));

const ROWS = [
  { title: 'Ring, "fine"', price: '1.5' },
  { title: 'Zwölf\r\nLinien 🎁', price: '0' },
  { title: '', price: '[}{]' },
];
const AS_CSV = 'title,price\r\n"Ring, ""fine""",1.5\r\n"Zwölf\r\nLinien 🎁","0"\r\n,[}{]\r\n';
const AS_LINES = ROWS.map((row) => JSON.stringify(row)).join('\n');
const AS_ARRAY = JSON.stringify(ROWS, null, 2);

describe.each([
  ['csv', AS_CSV],
  ['csv', AS_CSV.trimEnd()],
  ['csv', AS_CSV.replaceAll(',', ';').replace('Ring;', 'Ring,')],
  ['csv', AS_CSV.replace('"Ring, ""fine"""', '\n\n"Ring, ""fine"""')],
  ['json-lines', AS_LINES],
  ['json-lines', `\n${AS_LINES.replaceAll('\n', '\r\n\r\n')}\r\n`],
  ['json-array', AS_ARRAY],
  ['json-array', ` \n${JSON.stringify(ROWS)}\n\n`],
])('a file of %s', (format, content) => {
  test.each([
    ['plain', Buffer.from(content)],
    ['with a byte order mark', Buffer.from(`\uFEFF${content}`)],
    ['gzipped', gzipSync(content)],
    ['gzipped, with a byte order mark', gzipSync(`\uFEFF${content}`)],
  ])('yields the same rows: %s', async (_how, bytes) => {
    const { rows, ...rest } = await read(bytes);
    expect(rest).toEqual({ format });
    expect(fieldsOf(rows)).toEqual(ROWS);
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3]);
  });
});

test('rows do not depend on how the bytes are chunked', async () => {
  const contents = [AS_CSV, AS_LINES, AS_ARRAY].map((content) => Buffer.from(content));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...contents), fc.array(fc.nat(300), { maxLength: 40 }), async (content, cuts) => {
      const borders = [0, ...cuts.filter((cut) => cut < content.length).sort((a, b) => a - b), content.length];
      async function* pieces() {
        for (let index = 1; index < borders.length; index += 1) {
          yield await Promise.resolve(content.subarray(borders[index - 1], borders[index]));
        }
      }
      const rows: SourceRow[] = [];
      for await (const batch of (await openRows(pieces(), { openCsvParser })).rows) rows.push(...batch);
      expect(fieldsOf(rows)).toEqual(ROWS);
    }),
    { numRuns: 300 },
  );
});

describe('lines of a file', () => {
  test('are counted in CSV through blank lines and line breaks in cells', async () => {
    const { rows } = await read('a,b\r\n1,2\r\n\r\n"x\r\ny",3\r\n4,5\r\n');
    expect(rows.map(({ row, line }) => [row, line])).toEqual([
      [1, 2],
      [2, 4],
      [3, 6],
    ]);
  });

  test('are counted in JSON lines', async () => {
    const { rows } = await read('{"a":1}\n\n{"a":2}\nno\n');
    expect(rows).toEqual([
      { row: 1, line: 1, fields: { a: 1 } },
      { row: 2, line: 3, fields: { a: 2 } },
      { row: 3, line: 4, problem: 'is not valid JSON' },
    ]);
  });
});

describe('an unreadable row', () => {
  test('of CSV (wrong number of cells, or text after a quote) is reported, and other rows are read', async () => {
    const { rows, fault } = await read('a,b\n1\n1,2,3\n"x"y,2\n"""q""",2\n15" wide,2\n');
    expect(fault).toBeUndefined();
    expect(fieldsOf(rows)).toEqual([
      'has 1 cells where the header has 2',
      'has 3 cells where the header has 2',
      'has text after a closing quote; a quote inside a cell must be doubled',
      { a: '"q"', b: '2' },
      { a: '15" wide', b: '2' },
    ]);
  });

  test.each([
    ['JSON lines', '{"a":1}\n[1]\n"text"\nnull\n{"a":2}'],
    ['a JSON array', '[{"a":1},[1],"text",null,{"a":2}]'],
  ])('of %s, one that is not an object, is reported, and other rows are read', async (_format, content) => {
    const wrong = 'is not a JSON object';
    expect(fieldsOf((await read(content)).rows)).toEqual([{ a: 1 }, wrong, wrong, wrong, { a: 2 }]);
  });
});

describe('a broken file', () => {
  const many = Array.from({ length: 3_000 }, (_value, index) => ({ n: index, text: 'x'.repeat(50) }));
  const array = JSON.stringify(many);

  test.each([
    ['an open quote in CSV', 'a\n1\n2\n"3\n4\n', 2, 'After row 2 a cell begins with a quote that is never closed.'],
    ['JSON that is cut off', '[{"a":1},{"a":2},{"a"', 2, 'The JSON is cut off after row 2.'],
    ['JSON that is wrong in the middle', '[{"a":1},{"a":2},{"a":}, {"a":4}]', 2, 'The JSON is broken after row 2.'],
    ['a comma too many', '[{"a":1},]', 1, 'The JSON is broken after row 1.'],
    ['text after the array', '[{"a":1}] {"a":2}', 1, 'The JSON does not end after row 1.'],
    [
      'a large array that is cut off',
      array.slice(0, array.indexOf('"n":2000')),
      2_000,
      'The JSON is cut off after row 2000.',
    ],
  ])('yields the rows before %s', async (_what, content, count, message) => {
    const { rows, fault } = await read(content);
    expect(rows).toHaveLength(count);
    expect(fault).toBe(message);
  });

  test('yields the rows that a damaged gzip file still holds', async () => {
    const lines = many.map((row) => JSON.stringify({ ...row, noise: Math.sin(row.n) })).join('\n');
    const packed = gzipSync(lines);
    const { rows, fault } = await read(packed.subarray(0, Math.floor(packed.length / 2)));
    expect(fault).toBe('The gzip data are damaged or incomplete.');
    expect(rows.length).toBeGreaterThan(1_000);
    expect(rows.length).toBeLessThan(3_000);
    const flipped = Buffer.from(packed);
    const middle = Math.floor(packed.length / 2);
    flipped.fill(0, middle, middle + 50);
    expect((await read(flipped)).fault).toBe('The gzip data are damaged or incomplete.');
  });

  test.each([
    ['empty', ''],
    ['only white space', ' \n\r\n '],
    ['an empty gzip', gzipSync('')],
  ])('is rejected as empty: %s', async (_what, content) => {
    expect((await read(content)).fault).toBe('The file is empty.');
  });

  test('is rejected when it is not text', async () => {
    expect((await read(Buffer.from('title,price\n', 'utf16le'))).fault).toBe(
      'The file is not text in UTF-8. In a spreadsheet program, save it as “CSV UTF-8”.',
    );
  });

  test('is rejected when it is one JSON document over many lines', async () => {
    expect((await read(JSON.stringify({ products: ROWS }, null, 2))).fault).toMatch(/one object per line/);
  });

  test('is rejected when the header names a column twice', async () => {
    expect((await read('title,price,title\na,1,b\n')).fault).toBe('The header names the column "title" twice.');
  });

  test.each([
    ['a CSV row', `a\n1\n"${'x'.repeat(MAX_ROW_LENGTH + 100_000)}`],
    ['a JSON line', `{"a":1}\n{"a":"${'x'.repeat(MAX_ROW_LENGTH + 100_000)}`],
    ['an array element', `[{"a":1},{"a":"${'x'.repeat(MAX_ROW_LENGTH + 100_000)}`],
  ])('is rejected when %s never ends', async (_what, content) => {
    const { rows, fault } = await read(content);
    expect(rows).toHaveLength(1);
    expect(fault).toMatch(/more than 1000000|longer than 1000000/);
  });

  test('is not one without rows: an empty array or a header alone has no fault', async () => {
    expect(await read('[ ]')).toEqual({ format: 'json-array', rows: [] });
    expect(await read('a,b\n')).toEqual({ format: 'csv', rows: [] });
  });
});

test('opening a missing file or a folder fails with the reason', async () => {
  await expect(openSourceFile(join(folder, 'none.csv'))).rejects.toThrow(
    /none\.csv cannot be opened: there is no such file/,
  );
  await expect(openSourceFile(folder)).rejects.toThrow(/is not a file/);
});
