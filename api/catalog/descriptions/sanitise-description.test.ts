import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, SEPARATED_HTML } from '#contract/testing/separated-html.ts';
import { BLOCK_TAGS, INLINE_TAGS, VOID_TAGS } from '#contract/text/rich-text.ts';
import { HOSTILE_HTML } from '../../testing/hostile/hostile-html.ts';
import { isCleanHtml } from './clean-html.ts';
import { sanitiseDescription } from './sanitise-description.ts';
import { cpuMsOf } from '#contract/testing/cpu-ms.ts';
import { property } from '../../testing/hostile/fuzz.ts';

const VALUE = '(?:[^"<>&]|&(?:amp|lt|gt|quot);)*';
const STYLE = `style="(?:font-size: (?:[1-9]|[1-4]\\d|50)(?:\\.\\d+)?px)?(?:; )?(?:font-family: ['\\w ]+)?"`;
const INLINE = INLINE_TAGS.filter((tag) => tag !== 'a').join('|');
/** Everything that the output may contain. */
const ALLOWED = new RegExp(
  `^(?:[^<>&]|&(?:amp|lt|gt);|</?(?:${INLINE}|${BLOCK_TAGS.join('|')})>|<(?:br|hr)>|<(?:${INLINE}) ${STYLE}>|` +
    `<a href="https?://${VALUE}"(?: ${STYLE})?>|</a>|<img src="/images/${VALUE}" alt="${VALUE}"(?: title="${VALUE}")?>)*$`,
  'u',
);

describe('allowed HTML', () => {
  it.each([
    ['text', 'a &lt; b &amp; c', 'a &lt; b &amp; c'],
    ['bare special characters', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['entities', '&euro;&nbsp;5 &copy', '€\u00a05 ©'],
    [
      'formats',
      '<p><b>A</b><STRONG>B</STRONG> <em>c</em><br/>d</p>',
      '<p><b>A</b><strong>B</strong> <em>c</em><br>d</p>',
    ],
    ['lists', '<ul><li>A<li>B</ul>', '<ul><li>A</li><li>B</li></ul>'],
    ['unclosed elements', '<h2>Kit<p>Text', '<h2>Kit<p>Text</p></h2>'],
    ['unknown elements keep their text', '<blink>cell</blink>', 'cell'],
    ['a size', '<span style="color:red; FONT-SIZE:20px">x</span>', '<span style="font-size: 20px">x</span>'],
    [
      'invalid sizes',
      '<span style="font-size:51px">x</span><span style="font-size:2em">y</span>',
      '<span>x</span><span>y</span>',
    ],
    [
      'fonts, quoted or not',
      `<span style='font-family:"Courier New",monospace'>x</span><u style="font-family:neon80s">y</u>`,
      `<span style="font-family: 'Courier New'">x</span><u style="font-family: Neon80s">y</u>`,
    ],
    [
      'size and font',
      `<code style="font-family: 'Pixel LCD'; font-size: 12.5px;">x</code>`,
      `<code style="font-size: 12.5px; font-family: 'Pixel LCD'">x</code>`,
    ],
    [
      'a link',
      '<a href="HTTPS://Example.com?a=1&b=2" target=_blank>x</a>',
      '<a href="https://example.com/?a=1&amp;b=2">x</a>',
    ],
    ['links that are no web addresses', '<a href="mailto:a@example.com">x</a><a>y</a>', '<span>x</span><span>y</span>'],
    [
      'an image of the shop',
      `<img src="/images/editor/a.webp" alt='A "b"' title=T width=9>`,
      '<img src="/images/editor/a.webp" alt="A &quot;b&quot;" title="T">',
    ],
    [
      'an image from elsewhere becomes its alternative text',
      '<p><img src="https://a.example/x" alt="Lamp"> is <img src="x">new</p>',
      '<p><span>Lamp</span> is new</p>',
    ],
  ])('%s', (_what, html, expected) => {
    expect(sanitiseDescription(html)).toBe(expected);
    expect(expected).toMatch(ALLOWED);
  });
});

describe('elements that separate texts', () => {
  it.each(SEPARATED_HTML)('keep their lines: %s', (_what, html, lines) => {
    const clean = sanitiseDescription(html);
    expect(linesOf(clean)).toEqual(lines);
    expect(clean).toMatch(ALLOWED);
    expect(sanitiseDescription(clean)).toBe(clean);
  });

  it('become a list of facts where each heading has a cell', () => {
    expect(sanitiseDescription(SEPARATED_HTML[0]?.[1] ?? '')).toBe(
      '<h3>Specs</h3><ul><li>Weight: 5 kg</li><li>Socket: AM5</li></ul><ul><li>Colour: Black</li></ul>' +
        '<div>Quiet</div><div>Fast</div>',
    );
  });

  it('are read in linear time, however deeply they are nested', () => {
    const parts = ['<table><tr><td>', '<dl><dd>', '<td>x', '<tr>', '<table>', '<table><tr><td>x</td></tr></table>'];
    const texts = parts.map((part) => part.repeat(200_000 / part.length));
    expect(cpuMsOf(() => texts.map(sanitiseDescription))).toBeLessThan(20_000);
  });
});

describe('hostile texts', () => {
  it.each(HOSTILE_HTML)('%s does no harm', (_name, html) => {
    const clean = sanitiseDescription(html);
    expect(clean).toMatch(ALLOWED);
    expect(sanitiseDescription(clean)).toBe(clean);
  });

  it('a text nested 2,000 deep is flattened and keeps all its text', () => {
    const clean = sanitiseDescription(`${'<div>'.repeat(2_000)}safe${'</div>'.repeat(2_000)}`);
    expect(clean).toBe(`${'<div>'.repeat(40)}safe${'</div>'.repeat(40)}`);
  });

  it('the longest accepted text is sanitized in bounded time', () => {
    const parts = ['<b>', '<', '&', '<a href="', '<p>x</p>', '<span style="font-size:1px">'];
    const texts = parts.map((part) => part.repeat(200_000 / part.length));
    expect(cpuMsOf(() => texts.map(sanitiseDescription))).toBeLessThan(20_000);
  });
});

const ATTRIBUTES = [
  'style="font-size: 20px"',
  `style="font-family: 'Courier New'"`,
  'style="position:fixed;font-size:7px"',
  'href="https://a.example/?x=1&y"',
  'href=javascript:alert(1)',
  'src="/images/editor/a.webp"',
  'src=//evil.example/images/a',
  'alt="a<b&quot;"',
  'onclick=alert(1)',
  'class=a',
];
const tags = fc.constantFrom(...INLINE_TAGS, ...BLOCK_TAGS, ...VOID_TAGS, 'script', 'svg', 'table', 'style', 'x-y');
const anyHtml = fc
  .array(
    fc.oneof(
      fc
        .tuple(tags, fc.subarray(ATTRIBUTES, { maxLength: 3 }))
        .map(([tag, attributes]) => `<${[tag, ...attributes].join(' ')}>`),
      tags.map((tag) => `</${tag}>`),
      fc.string({ maxLength: 6 }),
      fc.constantFrom('&', '&amp;', '&lt;b&gt;', '&nbsp;', '&#60;', '<', '>', '"', '<!--', '-->', '\n', ' ', '/>'),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

describe('any text', () => {
  it('is sanitized to allowed HTML, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const clean = sanitiseDescription(html);
        expect(clean).toMatch(ALLOWED);
        expect(sanitiseDescription(clean)).toBe(clean);
      }),
      property(3_000),
    );
  });

  it('that isCleanHtml accepts equals what the parser returns', () => {
    const plainTags = fc.constantFrom(
      'b',
      'em',
      'span',
      'p',
      'h2',
      'ul',
      'ol',
      'li',
      'blockquote',
      'pre',
      'code',
      'br',
      'hr',
    );
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('text', 'a &amp; b', ' '),
        fc
          .tuple(plainTags, fc.array(tie('tree'), { maxLength: 3 }))
          .map(([tag, inner]) => (tag === 'br' || tag === 'hr' ? `<${tag}>` : `<${tag}>${inner.join('')}</${tag}>`)),
      ),
    }));
    const runs = property(3_000);
    let clean = 0;
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (trees) => {
        const html = trees.join('');
        if (!isCleanHtml(html)) return;
        clean += 1;
        // A comment leaves no trace, but forces a pass through the parser.
        expect(sanitiseDescription(`${html}<!---->`)).toBe(html);
      }),
      runs,
    );
    // Most generated texts are not clean.
    expect(clean).toBeGreaterThan(runs.numRuns / 10);
  });
});
