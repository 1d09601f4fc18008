import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFacts } from './read-facts.ts';

const pairs = (html: string): string[] => readFacts(html).map(({ key, value }) => `${key} = ${value}`);

describe('facts of a description', () => {
  test.each([
    [
      'rows of a table',
      '<table><tr><th>Socket</th><td>KX5</td></tr><tr><td>Power:</td><td>65&nbsp;W</td></tr></table>',
    ],
    ['entries of a definition list', '<dl><dt>Socket</dt><dd>KX5</dd><dt>Power</dt><dd>65 W</dd></dl>'],
    ['list items', '<ul><li>Socket: KX5</li><li>Power: 65 W</li></ul>'],
    ['list items with a bold key', '<ul><li><b>Socket</b>: KX5</li><li><strong>Power:</strong> 65 W</li></ul>'],
    ['paragraphs with a bold key', '<p><b>Socket</b> – KX5</p><div><b>Power</b>: 65 <i>W</i></div>'],
    ['lines of one paragraph', '<p><b>Socket:</b> KX5<br><b>Power:</b> 65 W</p>'],
    ['unclosed elements', '<ul><li>Socket: KX5<li>Power: 65 W</ul>'],
    ['a table without its end', '<table><tr><td>Socket<td>KX5<tr><td>Power<td>65 W'],
    [
      'nested elements and line breaks in the text',
      '<ul>\n <li><span><b>Socket</b></span>:\n KX5</li><li>Power: 65\nW</li></ul>',
    ],
  ])('are read from %s', (_name, html) => expect(pairs(html)).toEqual(['Socket = KX5', 'Power = 65 W']));

  test('a description of the demo shops yields its facts and not its prose', () => {
    const html =
      '<h2>Kestrel</h2><p>Six quick cores: no cooler needed.</p><h3>At a glance</h3><ul><li><b>Cores</b>: 6 / 12 threads</li>' +
      '<li><b>Aspect</b>: 16:9</li></ul><h3>In this build</h3><p>Expect <b>60 to 100 frames</b> at 1080p.</p><ul><li>Eleven litres, one handle</li></ul>';
    expect(pairs(html)).toEqual(['Cores = 6 / 12 threads', 'Aspect = 16:9']);
  });

  test.each([
    ['a ratio', '<li>Ratio 16:9 wide</li>'],
    ['a link', '<li>See https://example.org</li>'],
    ['prose with a colon', '<p>Good to know: nothing.</p>'],
    ['a bold paragraph', '<p><b>Careful: hot</b></p>'],
    ['a key without a value', '<li>Contents:</li><table><tr><th>Name</th></tr></table><dl><dt>Size</dt></dl>'],
    ['a sentence before a colon', `<li>${'word '.repeat(20)}: x</li>`],
    ['a key without a letter', '<li>—: x</li>'],
    ['nothing at all', ''],
  ])('%s is not a fact', (_name, html) => expect(pairs(html)).toEqual([]));

  test('a repeated key has all its values, and all cells after the first one are values', () => {
    expect(pairs('<li>Ports: HDMI</li><li>ports : DP</li><li>Ports: HDMI</li>')).toEqual(['Ports = HDMI; DP']);
    expect(pairs('<tr><td>Ports</td><td>2 HDMI</td><td></td><td>1 DP</td></tr>')).toEqual(['Ports = 2 HDMI, 1 DP']);
    expect(pairs('<dl><dt>Width</dt><dt>Height</dt><dd>10 cm</dd><dd>4 in</dd></dl>')).toEqual([
      'Width = 10 cm; 4 in',
      'Height = 10 cm; 4 in',
    ]);
  });

  test('right-to-left texts and full-width colons are read', () => {
    expect(pairs('<li>المعالج: ستة أنوية</li><li>電源：65 W</li>')).toEqual(['المعالج = ستة أنوية', '電源 = 65 W']);
  });

  test('any text is accepted, and no fact is empty', () => {
    const fragment = fc.constantFrom(
      '<li>',
      '</li>',
      '<td>',
      '<tr>',
      '<dt>',
      '<dd>',
      '<b>',
      '</b>',
      '<br>',
      ': ',
      'Key',
      '<',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string()), { maxLength: 40 }), (parts) => {
        for (const { key, value } of readFacts(parts.join(''))) {
          expect(key.trim()).not.toBe('');
          expect(value.trim()).not.toBe('');
        }
      }),
    );
  });
});
