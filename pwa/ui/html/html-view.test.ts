import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HtmlView } from './html-view.tsx';
import { cpuMsOf } from '#contract/testing/cpu-ms.ts';

const render = (html: string): string =>
  renderToStaticMarkup(createElement(HtmlView, { html })).replace(/^<div[^>]*>|<\/div>$/g, '');

test.each([
  ['plain text', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['text and formats', '<p>A <b>bold</b> <em>word</em></p>', '<p>A <b>bold</b> <em>word</em></p>'],
  ['headings and lists', '<h2>Kit</h2><ul><li>One<li>Two</ul>', '<h2>Kit</h2><ul><li>One</li><li>Two</li></ul>'],
  ['nested lists', '<ul><li>A<ol><li>B</ol><li>C</ul>', '<ul><li>A<ol><li>B</li></ol></li><li>C</li></ul>'],
  ['a paragraph ended by the next', '<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ['a paragraph ended by a list', '<p>One<ul><li>x</ul>', '<p>One</p><ul><li>x</li></ul>'],
  ['breaks and rules', 'a<br/>b<hr>c', 'a<br/>b<hr/>c'],
  ['entities', '&lt;b&gt; &amp;amp; &#8364;&#x41; &copy &bogus;', '&lt;b&gt; &amp;amp; €A © &amp;bogus;'],
  ['unknown elements keep their text', '<table><tr><td>cell</td></tr></table>', 'cell'],
  ['crossed formats', '<b>x<i>y</b>z</i>', '<b>x<i>y</i></b>z'],
  ['closing tags without opening', 'a</b></p></div>b', 'ab'],
  ['upper case', '<P>A<BR>B</P>', '<p>A<br/>B</p>'],
])('an HTML text is rendered: %s', (_, html, expected) => expect(render(html)).toBe(expected));

test('a web link opens in a new tab without opener or referrer', () => {
  expect(render('<a href="https://example.com/a?b=1&amp;c=2" onclick="x()">there</a>')).toBe(
    '<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="nofollow noopener noreferrer">there</a>',
  );
});

test.each([
  ['a script', '<script>alert(1)</script>safe', 'safe'],
  ['a script that is never closed', 'safe<script>alert(1)', 'safe'],
  ['a script in odd spelling', '<ScRiPt/x>alert(1)</sCrIpT >safe', 'safe'],
  ['a style', '<style>*{display:none}</style>safe', 'safe'],
  ['an image with a handler', '<img src=x onerror=alert(1)>safe', 'safe'],
  ['an SVG image', '<svg onload=alert(1)><a href="javascript:x"><b>in</b></a></svg>safe', 'safe'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>safe', 'safe'],
  ['handlers and styles', '<p onclick="x()" style="position:fixed" id=a class=b>safe</p>', '<p>safe</p>'],
  ['a style of a text', '<span style="position:fixed;background:url(//x)">safe</span>', '<span>safe</span>'],
  ['an image from another host', '<img src="https://evil.example/x.png" alt="safe">', 'safe'],
  ['a comment', 'sa<!-- <script>alert(1)</script> -->fe', 'safe'],
  ['a declaration', '<!doctype html><?xml version="1.0"?><![CDATA[x]]>safe', 'safe'],
  ['a bracket inside a value', '<p title=">alert(1)">safe</p>', '<p>safe</p>'],
  ['a tag that is cut off', 'safe<p title="never closed', 'safe'],
  ['names of the prototype', '<constructor>safe</constructor>&constructor;', 'safe&amp;constructor;'],
])('%s is harmless', (_, html, expected) => expect(render(html)).toBe(expected));

test.each([
  ['/images/PCProducts/7/editor/1.webp', '/images/PCProducts/7/editor/1.webp'],
  ['/images/a.webp?v=2#x', '/images/a.webp?v=2'],
  ['/images/a b".webp', '/images/a%20b%22.webp'],
])('an image of the shop is rendered: %s', (src, expected) => {
  expect(render(`<p><img src='${src}' alt="A &lt;b&gt;" title="T" onerror="x()"></p>`)).toBe(
    `<p><img src="${expected}" alt="A &lt;b&gt;" title="T" loading="lazy" decoding="async"/></p>`,
  );
});

test.each([
  '//evil.example/images/x',
  '/\\\\evil.example/images/x',
  'https://own.invalid.evil.example/images/x',
  '/images/../api/products',
  '/api/products',
  'data:image/png;base64,AA==',
  'javascript:alert(1)',
  'blob:x',
  '',
])('no image is rendered from %s', (src) => expect(render(`a<img src="${src}">b`)).toBe('ab'));

test.each([
  ['font-size: 24px', 'font-size:1.5rem;line-height:1.3'],
  ['font-size:1px;font-size:50px', 'font-size:3.125rem;line-height:1.3'],
  ['FONT-FAMILY: &quot;Comic Sans MS&quot;, cursive', 'font-family:&quot;Comic Sans MS&quot;, cursive'],
  ["font-family: 'pixel lcd'", 'font-family:&quot;Pixel LCD&quot;, monospace'],
  [
    'white-space: pre-wrap; font-size: 16px; font-family: Georgia',
    'font-size:1rem;line-height:1.3;font-family:&quot;Georgia&quot;, serif',
  ],
])('a text may have %s', (style, css) =>
  expect(render(`<span style="${style}">x</span>`)).toBe(`<span style="${css}">x</span>`),
);

test.each([
  'font-size: 0px',
  'font-size: 51px',
  'font-size: -5px',
  'font-size: 200%',
  'font-size: calc(1px)',
  'font-size: 1e1px',
  'font-family: Wingdings',
  'font-family: url(https://x)',
  'font-family: constructor',
  'color: red',
  ';;::',
])('%s is dropped from a text', (style) => expect(render(`<span style="${style}">x</span>`)).toBe('<span>x</span>'));

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '&#106;avascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://x/1',
  '//evil.example/x',
  '/admin',
])('no link leads to %s', (href) => expect(render(`<a href="${href}">text</a>`)).toBe('<span>text</span>'));

test.each([
  ['https://a.example/', '<a href="https://a.example/" target="_blank" rel="nofollow noopener noreferrer">link</a>'],
  ['javascript:x', '<span>link</span>'],
])('a link to %s leaves the text around it in its style', (href, link) => {
  const style = 'style="font-size:1.5rem;line-height:1.3"';
  expect(render(`<span style="font-size:24px">one <a href="${href}">link</a> two</span> three`)).toBe(
    `<span ${style}>one ${link} two</span> three`,
  );
});

test('any input yields only allowed tags, web links and images of the shop', () => {
  const pieces = fc.constantFrom(
    ...'<|>|</|"|\'|=|&|;|#x|/| |\n|\0|p|a|img|<img src="/images/|<span style="font-size:9px|alt|script|svg|b|li|ul|<!--|-->|href|javascript:|https://a.b/|onerror|style|<a href="|<script>|</script>'.split(
      '|',
    ),
  );
  const allowed =
    /^(?:[^<>]|<\/?(?:b|strong|i|em|u|s|del|sub|sup|code|span|h[1-6]|p|ul|ol|li|blockquote|pre|div)>|<[bh]r\/>|<span style="font-size:0\.5625rem;line-height:1\.3">|<img src="\/images\/[^"<>]*" alt="[^"<>]*" loading="lazy" decoding="async"\/>|<a href="https?:\/\/[^"<>]*" target="_blank" rel="nofollow noopener noreferrer">|<\/a>)*$/;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      expect(render(parts.join(''))).toMatch(allowed);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['open tags', '<b>'],
  ['cut-off tags', '<a "'],
  ['values without end', '<a x="'],
  ['brackets', '<'],
  ['comments', '<!--'],
  ['entities', '&#'],
  ['paragraphs', '<p>x'],
])('200,000 characters of %s are rendered without delay', (_, piece) => {
  const html = piece.repeat(Math.floor(200_000 / piece.length));
  // Linear work takes two orders of magnitude less; only quadratic work exceeds this.
  expect(cpuMsOf(() => render(html))).toBeLessThan(5_000);
});

test.each([
  ['the title in another case', '<h1> CABLE,\n 2 m </h1><p>Long.</p>', '<p>Long.</p>'],
  ['the title behind blanks and in formats', ' <h3>Cable, <b>2 m</b></h3>Text', 'Text'],
  ['another heading', '<h2>Cable</h2>Text', '<h2>Cable</h2>Text'],
  ['a later heading', '<p>A</p><h2>Cable, 2 m</h2>', '<p>A</p><h2>Cable, 2 m</h2>'],
  ['a paragraph', '<p>Cable, 2 m</p>', '<p>Cable, 2 m</p>'],
])('only a first heading that repeats the title above is left out: %s', (_, html, expected) => {
  const markup = renderToStaticMarkup(createElement(HtmlView, { html, title: 'Cable, 2 m' }));
  expect(markup.replace(/^<div[^>]*>|<\/div>$/g, '')).toBe(expected);
});
