/** HTML as other sites write it: a name for the case, the HTML, and the lines that a description shows for it. */
export const SEPARATED_HTML: readonly (readonly [what: string, html: string, lines: readonly string[]])[] = [
  [
    "a maker's table of facts",
    '<h3>Specs</h3><table><tr><th>Weight</th><td>5 kg</td></tr><tr><th>Socket</th><td>AM5</td></tr></table>' +
      '<dl><dt>Colour</dt><dd>Black</dd></dl><section>Quiet</section><section>Fast</section>',
    ['Specs', 'Weight: 5 kg', 'Socket: AM5', 'Colour: Black', 'Quiet', 'Fast'],
  ],
  ['cells without headings', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', ['a | b', 'c']],
  [
    'groups of rows, a caption and columns',
    `<table border=1>\n<caption>Sizes</caption><colgroup><col><col></colgroup>
<thead><tr><th>Name</th><th>Price</th></tr></thead>
<tbody>\n<tr><td>S</td><td>5 $</td></tr>\n</tbody><tfoot><tr><td>All</td><td>9 $</td></tr></tfoot></table>`,
    ['Sizes', 'Name | Price', 'S | 5 $', 'All | 9 $'],
  ],
  ['a row of two facts', '<table><tr><th>A</th><td>1</td><th>B</th><td>2</td></tr></table>', ['A: 1', 'B: 2']],
  ['a heading with a colon', '<table><tr><th>A:</th><td>1</td><td>2</td></tr></table>', ['A: 1 | 2']],
  ['a heading in bold', '<table><tr><td><b>A</b></td><td>1</td></tr></table>', ['A: 1']],
  [
    'breaks and paragraphs in cells',
    '<table><tr><th><p>Ports</p></th><td>USB-C <br>HDMI.<br/><div>DP</div></td></tr></table>',
    ['Ports: USB-C, HDMI. DP'],
  ],
  [
    'blocks in cells',
    '<table><tr><th>Ports</th><td><ul><li>USB<li>HDMI</ul></td></tr></table>',
    ['Ports:', 'USB', 'HDMI'],
  ],
  [
    'a page laid out as a table',
    '<table><tr><td><h2>Kit</h2><p>One.</p><p>Two.</p></td><td><p>Three.</p></td></tr></table>',
    ['Kit', 'One.', 'Two.', 'Three.'],
  ],
  [
    'nested tables',
    '<table><tr><td>Outer<table><tr><th>A</th><td>1</td></tr></table>after</td></tr><tr><td>x</td><td>y</td></tr></table>',
    ['Outer', 'A: 1', 'after', 'x | y'],
  ],
  ['empty cells', '<table><tr><td>&nbsp;</td><td>a</td><td> </td></tr><tr><td></td></tr></table>', ['a']],
  ['cells that are never closed', '<table><tr><th>A<td>1<tr><th>B<td>2</table>end', ['A: 1', 'B: 2', 'end']],
  ['a table that is never closed', 'before<table><tr><td>a<td>b', ['before', 'a | b']],
  ['formats that end with their cell', '<table><tr><td><b>a</td><td>b</td></tr></table>c', ['a: b', 'c']],
  ['text between cells', '<table>loose<tr><td>a</td></tr></table>', ['loose', 'a']],
  ['cells outside of tables', '<td>a</td><td>b</td><tr>c</tr>', ['a', 'b', 'c']],
  [
    'definitions',
    '<dl><dt>A</dt><dt>B</dt><dd>1</dd><dd>2</dd><dt>C<dd>3<div><dt>D</dt><dd>4</dd></div></dl>',
    ['A | B: 1 | 2', 'C: 3', 'D: 4'],
  ],
  [
    'blocks of pages',
    '<article><header>a</header><main>b<address>c</address></main><footer>d</footer></article><aside>e</aside><nav>f</nav>g',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  ],
  ['divisions', '<div>a</div><div>b<div>c</div></div>', ['a', 'b', 'c']],
  ['a picture with its caption', '<figure>a<figcaption>b</figcaption></figure>c', ['a', 'b', 'c']],
  ['details', '<details><summary>More</summary>Text<p>End</p></details>', ['More', 'Text', 'End']],
  ['fields', '<form><fieldset><legend>a</legend>b</fieldset></form>', ['a', 'b']],
  ['a menu', '<menu><li>a</li><li>b</li></menu>', ['a', 'b']],
  ['a table in a paragraph', '<p>a<table><tr><td>b</td><td>c</td></tr></table>d', ['a', 'b | c', 'd']],
  [
    'a table in an item',
    '<ul><li>a<table><tr><th>b</th><td>c</td></tr></table></li><li>d</li></ul>',
    ['a', 'b: c', 'd'],
  ],
  [
    'entities',
    '<table><tr><th>&Eacute;t&eacute;</th><td>a &lt; b &amp; c</td></tr></table>',
    ['Été: a &lt; b &amp; c'],
  ],
];

const BLOCK = /<\/?(?:p|div|ul|ol|li|h[1-6]|blockquote|pre|br|hr)(?:\s[^>]*)?>/;

/** Returns the lines of a description, without formats. */
export const linesOf = (html: string): readonly string[] =>
  html
    .split(new RegExp(BLOCK, 'g'))
    .map((line) =>
      line
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
