import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenizeHtml } from './html-tokens.ts';
import { hasSeparations, keepSeparations } from './keep-separations.ts';
import { BLOCK_TAGS, INLINE_TAGS, VOID_TAGS } from './rich-text.ts';

const anyPart = (tags: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} style="font-size: 20px">`])),
    fc.constantFrom('a', ' b ', '&amp;', '\n'),
  );
const anyHtml = (tags: readonly string[]) => fc.array(anyPart(tags), { maxLength: 30 }).map((parts) => parts.join(''));
const OWN = [...INLINE_TAGS, ...BLOCK_TAGS, ...VOID_TAGS];
const FOREIGN = ['table', 'tr', 'td', 'th', 'dl', 'dt', 'dd', 'caption', 'tbody', 'section', 'menu', 'details'];

test('elements that a description may have stay as they are', () => {
  fc.assert(
    fc.property(anyHtml(OWN), (html) => {
      expect(hasSeparations(html)).toBe(false);
      expect([...keepSeparations(tokenizeHtml(html))]).toEqual([...tokenizeHtml(html)]);
    }),
  );
});

test('no element that keepSeparations rewrites remains, and no letter is lost', () => {
  const lettersOf = (tokens: Iterable<{ readonly type: string; readonly text?: string }>): string =>
    [...tokens].map(({ text = '' }) => text.replaceAll(/[^ab]/g, '')).join('');
  fc.assert(
    fc.property(anyHtml([...OWN, ...FOREIGN, ...FOREIGN]), (html) => {
      const tokens = [...keepSeparations(tokenizeHtml(html))];
      expect(tokens.filter((token) => token.type !== 'text' && FOREIGN.includes(token.tag))).toEqual([]);
      expect(lettersOf(tokens)).toBe(lettersOf(tokenizeHtml(html)));
    }),
    { numRuns: 1_000 },
  );
});
