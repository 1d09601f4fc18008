import { describe, expect, test } from 'vitest';
import { hashText } from '../text/hash-text.ts';
import { decodeByteText, fromByteText, hashByteText, mapLines, toByteText } from './byte-text.ts';
import { compareByCodePoint, toTitleKey } from './title-key.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const TEXTS = [
  '',
  'Plain',
  'Café ™',
  'Sony α7 – kit',
  'Кабель',
  '键盘',
  'a\u{1f600}b',
  '\ue000',
  '\uffff',
  '\u{10000}',
  'é',
  'z',
];

describe('byte text', () => {
  test.for(TEXTS)('stands for %j', (text) => {
    const bytes = toByteText(text);
    expect([...bytes].every((byte) => byte.charCodeAt(0) < 256)).toBe(true);
    expect(bytes).toHaveLength(encode(text).length);
    expect(decodeByteText(encode(text))).toBe(bytes);
    expect(fromByteText(bytes)).toBe(text);
    expect(hashByteText(`x${bytes}y`, 1, bytes.length + 1)).toBe(hashText(text));
  });

  test.for([
    ['a mark within much ASCII', `${'x'.repeat(5_000)} ™ ${'y'.repeat(5_000)}`],
    ['a byte order mark at its start', `\ufeff${'x'.repeat(5_000)}`],
    ['marks at both ends', `é${'x'.repeat(5_000)}\u{1f600}`],
    ['a byte order mark', `${'x'.repeat(5_000)}\ufeff${'x'.repeat(500)}`],
    ['two runs side by side with a letter', `${'x'.repeat(9_000)}éaé`],
  ] as const)('is decoded from the UTF-8 of a text with %s', ([, text]) => {
    expect(decodeByteText(encode(text)) === toByteText(text)).toBe(true);
  });

  test('round-trips many thousand characters', () => {
    const text = TEXTS.join('\n').repeat(2_000);
    expect(fromByteText(toByteText(text)) === text).toBe(true);
  });

  test.for([
    ['only ASCII', (row: number) => `Line ${row}`],
    ['a few lines beyond', (row: number) => (row % 1_000 === 7 ? `Ä ${row} ™` : `Line ${row}`)],
    ['all beyond', (row: number) => `ВИДЕОКАРТА ${row}`],
    ['composed and shorter in lower case', (row: number) => `${row % 2 ? 'E\u0301' : 'İ'}${row}`],
    ['beyond at both ends', (row: number) => (row === 0 || row === 4_999 ? 'É' : 'E')],
  ] as const)('is mapped line by line: %s', ([, toLine]) => {
    const lines = Array.from({ length: 5_000 }, (_, row) => toLine(row));
    for (const text of [lines.join('\n'), `${lines.join('\n')}\n`])
      expect(fromByteText(mapLines(toByteText(text), toTitleKey)) === toTitleKey(text)).toBe(true);
  });

  test('sorts in the code point order of the texts', () => {
    const ordered = TEXTS.map(toByteText).sort().map(fromByteText);
    expect(ordered).toEqual(TEXTS.toSorted(compareByCodePoint));
  });

  test('cannot be made of bytes that are not UTF-8', () => {
    expect(() => decodeByteText(Uint8Array.of(0x61, 0xff))).toThrow(TypeError);
  });
});
