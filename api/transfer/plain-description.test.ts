import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitiseDescription } from '#api/catalog/descriptions/sanitise-description.ts';
import { toHtmlDescription } from './plain-description.ts';

describe('a description', () => {
  test.each([
    ['Quiet fan', 'Quiet fan'],
    ['Size: small & medium', 'Size: small &amp; medium'],
    ['TDP <65 W and >15 W', 'TDP &lt;65 W and &gt;15 W'],
    ['Fits M2 <b-key> slots', 'Fits M2 &lt;b-key&gt; slots'],
    ['First\nSecond\n\nThird', '<p>First<br>Second</p><p>Third</p>'],
    ['First\r\nSecond\r\n \r\n\r\nThird\r\n', '<p>First<br>Second</p><p>Third</p>'],
    ['First line\\nSecond line\\n\\nThird', '<p>First line<br>Second line</p><p>Third</p>'],
    ['First\\r\\nSecond', '<p>First<br>Second</p>'],
    ['A real break\nand a written \\n stay apart', '<p>A real break<br>and a written \\n stay apart</p>'],
    ['5 &lt; 6 &amp; 7', '5 &lt; 6 &amp; 7'],
    ['', ''],
    ['  \n ', ''],
  ])('of plain text %j becomes %j', (text, html) => {
    expect(toHtmlDescription(text)).toBe(html);
    // The HTML is stored unchanged: the sanitizer removes nothing.
    expect(sanitiseDescription(html)).toBe(html);
  });

  test.each([
    '<p>One</p>\n<p>Two</p>',
    'One<br>two',
    'One<BR/>two\nthree',
    '<table><tr><td>5 kg</td></tr></table>',
    'See <a href="https://a.example/">this</a>\nnow',
  ])('of HTML stays as it is: %j', (html) => {
    expect(toHtmlDescription(html)).toBe(html);
  });

  test.each(['<!-- note -->\n Text', '<style>p { color: red }</style>\nText'])(
    'of HTML that sanitizing reduces to text becomes that text: %j',
    (html) => {
      expect(toHtmlDescription(html)).toBe('Text');
    },
  );

  test('does not change when its stored form is imported again', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            ' ',
            '\n',
            '\r',
            '\\n',
            '<',
            '>',
            '&',
            'amp;',
            'b',
            '/',
            'p',
            '</p>',
            '<b>',
            '<!-- -->',
          ),
        }),
        (text) => {
          const stored = sanitiseDescription(toHtmlDescription(text));
          expect(sanitiseDescription(toHtmlDescription(stored))).toBe(stored);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
