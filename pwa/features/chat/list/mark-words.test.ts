import { expect, test } from 'vitest';
import { markWords } from './mark-words.ts';

/** Joins the parts, with hits in brackets. */
const mark = (content: string, words: string): string =>
  markWords(content, words)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

test.each([
  ['Is the lamp white?', 'lamp', 'Is the [lamp] white?'],
  ['Is the LAMP white?', 'white lamp', 'Is the [LAMP] [white]?'],
  ['lamplamp', 'lamp', '[lamplamp]'],
  ['shipping', 'ship hippi', '[shippi]ng'],
  ['two\n\nlines', 'lines', 'two [lines]'],
  ['nothing of it', 'lamp', 'nothing of it'],
  ['a.*b', '.*', 'a[.*]b'],
  ['anything', '  ', 'anything'],
])('the hits in %j of a search for %j are marked: %j', (content, words, marked) => {
  expect(mark(content, words)).toBe(marked);
});

test('an excerpt of a long message starts at a word shortly before the first hit', () => {
  const marked = mark(`${'word '.repeat(100)}lamp ${'more '.repeat(100)}`, 'lamp');
  expect(marked).toMatch(/^…word .*\[lamp\] more .*…$/);
  expect(marked.length).toBeLessThan(170);
});

test('a message without spaces is cut as well, but never within an emoji', () => {
  const marked = mark(`${'x'.repeat(500)}lamp${'🔥'.repeat(200)}`, 'lamp');
  expect(marked).toMatch(/^…[x]*\[lamp\](🔥)+…$/u);
});
