import { describe, expect, it } from 'vitest';
import { escapeText, htmlToText, shorten, toScriptJson } from './html-text.ts';
import { cpuMsOf } from '#contract/testing/cpu-ms.ts';

describe('the text of HTML', () => {
  it.each([
    ['<h2>Lamp</h2><p>Warm &amp; bright.</p><ul><li>9&nbsp;W</li></ul>', 'Lamp · Warm & bright. 9 W'],
    ['<p>So <b>bright</b>, H<sub>2</sub>O</p><p>new</p>', 'So bright, H2O · new'],
    ['a</script>b', 'a · b'],
    ['a<!-- b --><br>c', 'a · c'],
    ['a<script>alert("b")</script>c<STYLE>d{}</STYLE >e', 'a · c · e'],
    ['1 < 2 and <3', '1 < 2 and <3'],
    ['&#72;&#x49;&lt;b&gt;', 'HI<b>'],
    ['&unknown; &#0; &#x110000; &#xD800;', '&unknown; \uFFFD \uFFFD \uFFFD'],
    ['a &toString; b', 'a &toString; b'],
    ['cut <b off', 'cut'],
    ['cut <!-- off', 'cut'],
    ['cut <script>off', 'cut'],
    [' <ul>\n<li>Screen:\n16 inch</li>\n<li>Memory</li></ul>\n', 'Screen: 16 inch · Memory'],
    ['', ''],
    ['<p></p>', ''],
  ])('%j is %j', (html, text) => {
    expect(htmlToText(html, 200)).toBe(text);
  });

  it('is read in bounded time from hostile HTML', () => {
    for (const html of ['<!--', '<', '<script>', '<b ', '&', '<svg><', ' ', '<p>'].map((piece) =>
      piece.repeat(200_000 / piece.length),
    )) {
      expect(cpuMsOf(() => htmlToText(html, 200))).toBeLessThan(500);
    }
  });
});

describe('a text that is too long', () => {
  it('ends with a word and an ellipsis', () => {
    expect(shorten('one two, three four', 14)).toBe('one two…');
    expect(shorten('one two', 7)).toBe('one two');
    expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('is not cut inside a character', () => {
    expect(shorten('ab🔥🔥🔥', 4)).toBe('ab…');
  });
});

it('texts are escaped for attributes and scripts', () => {
  expect(escapeText(`<b title="a" id='b'>&`)).toBe('&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;');
  expect(toScriptJson({ a: '</script><!--' })).toBe(String.raw`{"a":"\u003c/script>\u003c!--"}`);
});
