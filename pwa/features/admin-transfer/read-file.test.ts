import { describe, expect, it, test } from 'vitest';
import { readFile } from './read-file.ts';

const read = (...parts: BlobPart[]) => readFile(new Blob(parts));
const gzip = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};
const fieldsOf = async (text: string) =>
  (await read(text)).rows.map((row) => ('fields' in row ? row.fields : 'isBlank' in row ? 'blank' : row.problem));

describe('a file', () => {
  it.each([
    ['commas', 'id,title\r\n1,Lamp\r\n'],
    ['semicolons', 'id;title\n1;Lamp'],
    ['tabs', 'id\ttitle\n1\tLamp\n'],
    ['line breaks of old Mac files', 'id,title\r1,Lamp\r'],
    ['a byte order mark', '\uFEFFid,title\n1,Lamp\n'],
    ['spaces around the names', ' id , title\n1,Lamp\n'],
    ['capitals in the names', 'ID,Title\n1,Lamp\n'],
    ['blank lines', '\nid,title\n\n1,Lamp\n\n'],
    ['columns without a name and a value', 'id,title,,\n1,Lamp,,\n'],
    ['blank cells behind the last column', 'id,title\n1,Lamp,,\n'],
  ])('with %s is read', async (_title, text) => {
    const { columns, rows, fault } = await read(text);
    expect(columns.map(({ name, samples }) => [name, ...samples])).toEqual([
      ['id', '1'],
      ['title', 'Lamp'],
    ]);
    expect(rows).toMatchObject([{ row: 1, fields: { id: '1', title: 'Lamp' } }]);
    expect(fault).toBeUndefined();
  });

  it.each([
    ['an array', '[{"ID":1,"Title":"Lamp"},{}]'],
    ['an array over lines', '[\n{"id":1,\n"title":"Lamp"},\n{"id":null,"title":""}]\n'],
    ['an object per line', '{"id":1,"title":"Lamp"}\n{"id":null}\n'],
  ])('of JSON as %s is read', async (_title, text) => {
    expect(await fieldsOf(text)).toEqual([{ id: 1, title: 'Lamp' }, 'blank']);
  });

  it('may be gzipped', async () => {
    expect((await read(await gzip('id,title\n1,Lamp\n'))).rows).toMatchObject([{ fields: { id: '1', title: 'Lamp' } }]);
  });

  it('may contain quotes, commas and line breaks in cells; lines are counted as in editors', async () => {
    expect((await read('id,title\n1,"A ""good"", old\nlamp"\n2,15" wide\n')).rows).toEqual([
      { row: 1, line: 2, fields: { id: '1', title: 'A "good", old\nlamp' } },
      { row: 2, line: 4, fields: { id: '2', title: '15" wide' } },
    ]);
  });

  it('gives a problem for each malformed row, and none for blank rows', async () => {
    expect(await fieldsOf('id,title,\n1\n2,Lamp,x\n3,Lamp,,x\n,,\n"4"x,a,\n5,Lamp,\n')).toEqual([
      'has 1 cells where the header has 3',
      'has text in a column without a name',
      'has 4 cells where the header has 3',
      'blank',
      'has text after a closing quote; a quote inside a cell must be doubled',
      { id: '5', title: 'Lamp' },
    ]);
  });

  it('gives a problem for each JSON element that is not a valid row', async () => {
    expect((await read('[{"id":1,"Pictures":["a.jpg"]},{"ID":1,"id":2},[1]]')).rows).toEqual([
      { row: 1, field: 'pictures', problem: 'must be text, a number or null, and no list or object' },
      { row: 2, field: 'id', problem: 'is named twice in the row' },
      { row: 3, problem: 'is not a JSON object' },
    ]);
  });
});

test.each([
  ['', 0, 'empty'],
  ['id,title\n', 0, 'noRows'],
  ['id,title\n,\n', 1, 'noRows'],
  ['[]', 0, 'noRows'],
  ['id,title,ID\n1,2,3\n', 0, 'namedTwice'],
  ['id,title\n1,"Lamp\n2,Chair\n', 0, 'openQuote'],
  ['id,title\n1,Lamp\n2,"Chair\n', 1, 'openQuote'],
  ['[{"id":1},{"id"', 1, 'cutJson'],
  ['PNG\u0000\u0001,\n1,2\n', 0, 'notText'],
])('%j has %i rows before the fault %s', async (text, count, problem) => {
  const { rows, fault } = await read(text);
  expect(rows).toHaveLength(count);
  expect(fault?.problem).toBe(problem);
});

test('gzip data that are cut off are reported', async () => {
  const packed = await gzip('id,title\n1,Lamp\n');
  expect((await read(packed.subarray(0, -6))).fault?.problem).toBe('gzip');
});
