import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, SEPARATED_HTML } from '#contract/testing/separated-html.ts';
import { cleanPasted, dropControlCharacters } from './clean-pasted.ts';
import { editorState } from '../nodes/state-nodes.ts';
import { toBlocks, toEditorState } from '../html/to-editor-state.ts';
import { toHtml } from '../html/to-html.ts';
import { cpuMsOf } from '#contract/testing/cpu-ms.ts';

const ORIGIN = 'https://shop.example';
const clean = (html: string): string => toHtml(editorState(toBlocks(cleanPasted(html, ORIGIN).nodes)));

const WORD_ITEM = (level: number, marker: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;

test('a Word document becomes headings, text and lists', () => {
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-size:11.0pt;} --></style></head><body lang=EN-US style='tab-interval:.5in'>
<!--StartFragment--><h1>Camera<o:p></o:p></h1>
<p class=MsoNormal><b><span style='font-size:14.0pt;line-height:107%;color:#FF0000'>Bold</span></b> and <i style='mso-bidi-font-style:normal'>slanted</i><o:p></o:p></p>
${WORD_ITEM(1, '·', 'First')}${WORD_ITEM(2, 'o', 'Second')}${WORD_ITEM(1, '·', 'Third')}
<p class=MsoNormal>Numbers:<o:p></o:p></p>
${WORD_ITEM(1, '1.', 'One')}${WORD_ITEM(1, '2.', 'Two')}
<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;
  expect(clean(html)).toBe(
    '<h1>Camera</h1><p><span style="font-size: 19px"><strong>Bold</strong></span> and <em>slanted</em></p>' +
      '<ul><li>First<ul><li>Second</li></ul></li><li>Third</li></ul><p>Numbers:</p><ol><li>One</li><li>Two</li></ol><p>\u00a0</p>',
  );
});

test('a Google document loses the <b> that wraps all of it', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:12pt;font-family:Arial,sans-serif;color:#000000;font-weight:700;font-style:italic;text-decoration:underline;vertical-align:baseline;">All</span><span style="font-size:12pt;font-family:Roboto;font-weight:400;"> none</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="text-decoration:line-through">item</span></p></li></ul></b>`;
  expect(clean(html)).toBe(
    '<p><span style="font-family: Arial"><strong><em><u>All</u></em></strong></span> none</p><ul><li><s>item</s></li></ul>',
  );
});

test.each([
  ['unknown elements', '<blink>a</blink><p>b</p>', '<p>a</p><p>b</p>'],
  ['handlers, classes and ids', '<p class="x" id="y" onclick="z()">a</p>', '<p>a</p>'],
  ['colours and positions', '<p style="color:red;position:fixed">a</p>', '<p>a</p>'],
  [
    'size and font of a span',
    '<span style="font-size:20px;font-family:Impact,serif">a</span>',
    '<p><span style="font-size: 20px; font-family: Impact">a</span></p>',
  ],
  [
    'sizes that are not allowed',
    '<span style="font-size:300px">a</span><span style="font-size:2em">b</span>',
    '<p>ab</p>',
  ],
  ['scripts', 'a<script>alert(1)</script><img src=x onerror=alert(1)>b', '<p>ab</p>'],
  ['a link to a script', '<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
  [
    'an underlined link',
    '<a href="https://a.example/" style="text-decoration:underline">a</a>',
    '<p><a href="https://a.example/">a</a></p>',
  ],
  [
    'an image of the shop with its full URL',
    `<img src="${ORIGIN}/images/editor/1.webp?v=1" alt="A">`,
    '<p><img src="/images/editor/1.webp" alt="A"></p>',
  ],
  ['crossed elements', '<b>a<i>b</b>c</i>d', '<p><strong>a</strong><strong><em>b</em></strong>cd</p>'],
  ['an invalid style', '<p style=";:;font-size">a</p>', '<p>a</p>'],
])('cleanPasted returns allowed HTML for %s', (_, html, expected) => expect(clean(html)).toBe(expected));

test.each(SEPARATED_HTML)('%s keep their lines', (what, html, lines) => {
  // The page's parser decodes only the entities that are common in descriptions; all others stay as written.
  if (what === 'entities') return;
  expect(linesOf(clean(html))).toEqual(lines);
  expect(linesOf(toHtml(toEditorState(html)))).toEqual(lines);
});

test.each([
  ['of other sites', '<img src="https://other.example/a.png">', 1],
  ['embedded as data', '<img src="data:image/png;base64,AAAA"><img src="blob:https://shop.example/1">', 2],
  ['on the disk', '<img src="file:///C:/msohtmlclip1/01/clip_image001.png">', 1],
  ['of the shop', '<img src="/images/editor/1.webp">', 0],
  ['of the shop outside of /images', '<img src="/api/products">', 1],
])('cleanPasted counts the images %s that it removes', (_, html, count) => {
  const { droppedImages, nodes } = cleanPasted(html, ORIGIN);
  expect(droppedImages).toBe(count);
  expect(JSON.stringify(nodes)).not.toMatch(/other\.example|data:|blob:|file:|\/api/);
});

test('2 MB of HTML from Word are parsed in linear time', () => {
  const html = WORD_ITEM(1, '·', '<b>word</b> '.repeat(20)).repeat(3_500);
  expect(html.length).toBeGreaterThan(2_000_000);
  let cleaned = '';
  // The limit is an order of magnitude above the time that linear parsing takes.
  expect(cpuMsOf(() => (cleaned = clean(html)))).toBeLessThan(10_000);
  expect(cleaned.startsWith('<ul><li><strong>word</strong>')).toBe(true);
});

test('any pasted HTML is accepted, and cleaning it again changes nothing', () => {
  const pieces = fc.constantFrom(
    ...'<|>|"|=|&|;| |a|<p|<b style="font-weight:400">|<span style="|font-weight:700|font-size:12pt|mso-list:Ignore|">|</span>|</b>|</p>|<p style="mso-list:l0 level2 lfo1">|<ul>|<li>|</ul>|<img src="/images/x">|<![if !x]>|<!--|-->|<script>|</script>|<a href="https://a.b/">|1.|·'.split(
      '|',
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const html = clean(parts.join(''));
      expect(clean(html)).toBe(html);
    }),
    { numRuns: 1_000 },
  );
});

test('control characters and lone surrogates are removed', () => {
  expect(dropControlCharacters('a\0b\u000b\u001f\u007f\tc\r\nd')).toBe('ab\tc\r\nd');
  expect(dropControlCharacters('half \uD800, whole 😀')).toBe('half \uFFFD, whole 😀');
});
