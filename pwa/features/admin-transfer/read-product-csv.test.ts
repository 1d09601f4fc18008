import { describe, expect, it, test } from 'vitest';
import { readProductCsv } from './read-product-csv.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const read = (text: string) => readProductCsv(bytes(text));

describe('a file', () => {
  it.each([
    ['commas', 'id,title\r\n1,Lamp\r\n'],
    ['semicolons', 'id;title\n1;Lamp'],
    ['tabs', 'id\ttitle\n1\tLamp\n'],
    ['line breaks of old Mac files', 'id,title\r1,Lamp\r'],
    ['a byte order mark', '\uFEFFid,title\n1,Lamp\n'],
    ['spaces around the names', ' id , title\n1,Lamp\n'],
    ['blank lines', '\nid,title\n\n1,Lamp\n\n'],
  ])('with %s is read', (_title, text) => {
    expect(read(text)).toMatchObject({
      ok: true,
      columns: ['id', 'title'],
      rows: [{ fields: { id: '1', title: 'Lamp' } }],
    });
  });

  it('may contain quotes, commas and line breaks in cells; lines are counted as in editors', () => {
    expect(read('id,title\n1,"A ""good"", old\nlamp"\n2,\n')).toEqual({
      ok: true,
      columns: ['id', 'title'],
      rows: [
        { line: 3, cells: 2, fields: { id: '1', title: 'A "good", old\nlamp' } },
        { line: 4, cells: 2, fields: { id: '2', title: '' } },
      ],
    });
  });

  it('has null fields for rows with too many or too few cells', () => {
    expect(read('id,title\n1\n2,Lamp\n3,Lamp,x\n')).toMatchObject({
      ok: true,
      rows: [
        { line: 2, cells: 1, fields: null },
        { line: 3, fields: { id: '2' } },
        { line: 4, cells: 3, fields: null },
      ],
    });
  });
});

test.each([
  ['', { problem: 'empty' }],
  ['id,title\n', { problem: 'empty' }],
  ['id,,title\n1,2,3\n', { problem: 'no-names' }],
  ['id,title,id\n1,2,3\n', { problem: 'twice-named', name: 'id' }],
  ['id,title\n1,"Lamp\n2,Chair\n', { problem: 'unreadable' }],
  ['id,title\n1,La"mp\n', { problem: 'unreadable', line: 2 }],
  ['PNG\u0000\u0001,\n1,2\n', { problem: 'not-text' }],
])('%j is rejected: %j', (text, problem) => {
  expect(read(text)).toMatchObject({ ok: false, ...problem });
});

test('bytes that are not UTF-8 are rejected', () => {
  expect(readProductCsv(new Uint8Array([0x69, 0x64, 0x0a, 0xe9, 0x0a]).buffer)).toEqual({
    ok: false,
    problem: 'not-text',
  });
});
