import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listLinkParts } from './link-parts.ts';
import { cpuMsOf } from '#contract/testing/cpu-ms.ts';

const linksOf = (text: string): readonly (string | undefined)[] =>
  listLinkParts(text).flatMap(({ text: shown, href }) => (href === undefined ? [] : [shown]));

test.each([
  ['no link at all', []],
  ['', []],
  ['see https://example.com/a?b=c#d now', ['https://example.com/a?b=c#d']],
  ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
  ['http://a.example, http://b.example.', ['http://a.example', 'http://b.example']],
  ['(see https://example.com/x)', ['https://example.com/x']],
  ['https://en.wikipedia.org/wiki/Lime_(fruit)', ['https://en.wikipedia.org/wiki/Lime_(fruit)']],
  ['[https://example.com/].', ['https://example.com/']],
  ['https://example.com/<script>', ['https://example.com/']],
  ['https://пример.example/дом', ['https://пример.example/дом']],
  ['line\nhttps://example.com\nline', ['https://example.com']],
  ['javascript:alert(1) data:text/html,x //example.com www.example.com ftp://example.com a@b.example', []],
  ['https://', []],
  ['https://bank.example@evil.example/', []],
  ['https://example.com/\u202egnp.exe', ['https://example.com/']],
])('the links in %j are %j', (text, expected) => {
  expect(linksOf(text)).toEqual(expected);
});

test('a link points to the address that it shows', () => {
  expect(listLinkParts('a https://example.com b')).toEqual([
    { text: 'a ' },
    { text: 'https://example.com', href: 'https://example.com/' },
    { text: ' b' },
  ]);
});

test('the parts add up to the text, and only http and https become links', () => {
  const piece = fc.constantFrom('https://', 'http://a.b', '(', ')', '.', ' ', '\n', 'javascript:', '<', '@', '\u202e');
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 3 })) }), (text) => {
      const parts = listLinkParts(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const { href } of parts) expect(href ?? 'https://').toMatch(/^https?:\/\//);
    }),
  );
});

test('a long run of brackets is split in linear time', () => {
  const texts = ['https://a.b/'.padEnd(4_000, ')'), '('.repeat(4_000)];
  expect(cpuMsOf(() => texts.map(listLinkParts))).toBeLessThan(500);
});
