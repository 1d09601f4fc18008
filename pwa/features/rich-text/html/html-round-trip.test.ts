import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HtmlView } from '#pwa/ui/html/html-view.tsx';
import { toEditorState } from './to-editor-state.ts';
import { descriptionHtml } from '#pwa/e2e/support/shops/description-html.ts';
import { toHtml } from './to-html.ts';

const roundTrip = (html: string): string => toHtml(toEditorState(html));

test.each([
  ['nothing', ''],
  ['a paragraph', '<p>Text</p>'],
  ['formats', '<p><strong>b</strong><em>i</em><u>u</u><s>s</s><code>c</code><sub>1</sub><sup>2</sup></p>'],
  ['formats in each other', '<p><strong><em><u><s>all</s></u></em></strong></p>'],
  ['headings', '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>'],
  ['lists', '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>'],
  ['lists in lists', '<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol></li><li>e</li></ul>'],
  ['a quote', '<blockquote>one<br>two</blockquote>'],
  ['code', '<pre><code>if (a &lt; b) {\n    go();\n\n}</code></pre>'],
  ['a rule', '<p>a</p><hr><p>b</p>'],
  ['an image', '<p>a<img src="/images/editor/x.webp" alt="A &quot;b&quot;" title="T">b</p>'],
  ['an image without alternative text', '<p><img src="/images/editor/x.webp" alt=""></p>'],
  ['a size', '<p><span style="font-size: 24px">big</span></p>'],
  ['a font', `<p><span style="font-family: 'Courier New'">font</span></p>`],
  ['size and font', '<p><span style="font-size: 1px; font-family: Georgia"><strong>x</strong></span></p>'],
  ['a size of code', '<p><code style="font-size: 20px">x</code></p>'],
  ['a link', '<p>see <a href="https://example.com/?a=1&amp;b=2">th<strong>ere</strong></a>.</p>'],
  ['two links in a row', '<p><a href="https://a.example/">a</a><a href="https://a.example/">b</a></p>'],
  ['breaks', '<p>a<br>b<br><br>c</p>'],
  ['an empty line', '<p>a</p><p><br></p><p>b</p>'],
  ['an empty last line of a paragraph', '<p>a<br><br></p>'],
  ['HTML special characters', '<p>a &lt; b &amp;&amp; c &gt; d "e"</p>'],
  ['no-break spaces', '<p>\u00a0a \u00a0b\u00a0</p>'],
])('%s survives a round trip unchanged', (_, html) => expect(roundTrip(html)).toBe(html));

test.each([
  ['text without a paragraph', 'a<br>b<hr>c', '<p>a<br>b</p><hr><p>c</p>'],
  ['other names of formats', '<b>a</b><i>b</i><del>c</del>', '<p><strong>a</strong><em>b</em><s>c</s></p>'],
  ['divisions', '<div>a<div>b</div></div>', '<p>a</p><p>b</p>'],
  ['white space of the source', '<p>\n  a\n  b </p>\n<p>c</p>\n', '<p>a b</p><p>c</p>'],
  ['spaces around formats', '<p>a <b> b </b> c</p>', '<p>a <strong>b </strong>c</p>'],
  ['paragraphs in a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '<blockquote>a<br>b</blockquote>'],
  ['paragraphs in items', '<ul><li><p>a</p></li><li><h2>b</h2>c</li></ul>', '<ul><li>a</li><li>b<br>c</li></ul>'],
  [
    'a list in a list without an item',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['text between items', '<ul>x<li>a</li></ul>', '<ul><li>x</li><li>a</li></ul>'],
  [
    'a list inside of a quote',
    '<blockquote>a<ul><li>b</li></ul></blockquote>',
    '<blockquote>a</blockquote><ul><li>b</li></ul>',
  ],
  ['formats around blocks', '<b><p>a</p><p>b</p></b>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
  ['a code block without a code element', '<pre>a\n b</pre>', '<pre><code>a\n b</code></pre>'],
  ['formats in code', '<pre><b>a</b><br>b</pre>', '<pre><code>a\nb</code></pre>'],
  ['empty paragraphs', '<p></p><p>a</p><h2></h2>', '<p>a</p>'],
  ['nothing but an empty line', '<p><br></p>', ''],
  [
    'sizes inside of sizes',
    '<span style="font-size:9px">a<span style="font-size:30px">b</span></span>',
    '<p><span style="font-size: 9px">a</span><span style="font-size: 30px">b</span></p>',
  ],
  [
    'styles that are not allowed',
    '<p style="color:red"><span style="font-size:51px;color:red">a</span></p>',
    '<p>a</p>',
  ],
  ['a foreign image', '<p>a<img src="https://evil.example/x.png" alt="b"></p>', '<p>ab</p>'],
  ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
])('%s: a round trip normalizes the HTML', (_, html, expected) => expect(roundTrip(html)).toBe(expected));

test('2,000 nested levels are flattened', () => {
  const html = `${'<ul><li>'.repeat(1_000)}deep${'</li></ul>'.repeat(1_000)}${'<b><blockquote>'.repeat(1_000)}x`;
  const flat = roundTrip(html);
  expect(flat).toContain('deep');
  expect(flat).not.toMatch(/(?:<[a-z0-9]+>){50}/);
});

test('a second round trip changes nothing', () => {
  fc.assert(
    fc.property(descriptionHtml, (html) => {
      const once = roundTrip(html);
      expect(roundTrip(once)).toBe(once);
    }),
    { numRuns: 1_000 },
  );
});

test('a round trip loses no word and no image', () => {
  const words = (html: string): string =>
    renderToStaticMarkup(createElement(HtmlView, { html }))
      .replaceAll(/<img [^>]*>/g, 'IMG')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s|\u00a0/g, '');
  fc.assert(
    fc.property(
      // A code block keeps only text.
      descriptionHtml.filter((html) => !html.includes('<pre>')),
      (html) => {
        expect(words(roundTrip(html))).toBe(words(html));
      },
    ),
    { numRuns: 500 },
  );
});
