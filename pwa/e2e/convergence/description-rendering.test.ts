import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_TAGS, INLINE_TAGS } from '#contract/text/rich-text.ts';
import { sanitiseDescription } from '#api/catalog/descriptions/sanitise-description.ts';
import { HOSTILE_HTML } from '#api/testing/hostile/hostile-html.ts';
import { toEditorState } from '#pwa/features/rich-text/html/to-editor-state.ts';
import { toHtml } from '#pwa/features/rich-text/html/to-html.ts';
import { parseHtml } from '#pwa/ui/html/html-tree.ts';
import { descriptionHtml } from '../support/shops/description-html.ts';

// Server and page allow the same elements.

const STYLES = ['font-size: 20px', `font-family: 'Courier New'`, `font-size:7.5px;font-family:"Pixel LCD",monospace`];
const inline = fc.tuple(fc.constantFrom(...INLINE_TAGS), fc.option(fc.constantFrom(...STYLES))).map(([tag, style]) => {
  const href = tag === 'a' ? ' href="https://a.example/?b=1&amp;c=2"' : '';
  return [`<${tag}${href}${style === null ? '' : ` style="${style.replaceAll('"', '&quot;')}"`}>`, `</${tag}>`];
});
const text = fc.constantFrom('text', 'a &amp; b', '&lt;b&gt;', '&nbsp;', ' ', '“”', '&copy;');
const image = fc.constantFrom('<br>', '<img src="/images/editor/a.webp" alt="A &quot;b&quot;" title="T">');
const { words } = fc.letrec<{ words: string }>((tie) => ({
  words: fc.oneof(
    { depthSize: 'small' },
    text,
    image,
    fc
      .tuple(inline, fc.array(tie('words'), { maxLength: 3 }))
      .map(([[open, close], inner]) => `${open}${inner.join('')}${close}`),
  ),
}));
const block = fc.oneof(
  fc
    .tuple(fc.constantFrom(...BLOCK_TAGS.filter((tag) => tag !== 'ul' && tag !== 'ol' && tag !== 'li')), words)
    .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
  fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(words, { minLength: 1, maxLength: 3 }))
    .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`),
  fc.constant('<hr>'),
);

test('a sanitized description renders like the original', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const html = blocks.join('\n');
      // Compared as HTML: the two parsers may split text nodes differently.
      expect(write(parseHtml(sanitiseDescription(html)))).toBe(write(parseHtml(html)));
    }),
    { numRuns: 2_000 },
  );
});

test.each(HOSTILE_HTML)('%s: the page removes nothing that the server has kept', (_name, html) => {
  const kept = sanitiseDescription(html);
  expect(write(parseHtml(kept))).toBe(kept);
});

test('the server stores the editor’s HTML unchanged', () => {
  fc.assert(
    fc.property(descriptionHtml, (html) => {
      const written = toHtml(toEditorState(html));
      expect(sanitiseDescription(written)).toBe(written);
    }),
    { numRuns: 1_000 },
  );
});

/** Serializes a tree in the server's canonical form. */
function write(nodes: ReturnType<typeof parseHtml>): string {
  return nodes.map(writeNode).join('');
}

const escapeText = (raw: string): string =>
  raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function writeNode(node: ReturnType<typeof parseHtml>[number]): string {
  if (typeof node === 'string') return escapeText(node);
  const { tag, href, style, image: picture, children } = node;
  const css = [
    style?.sizePx !== undefined && `font-size: ${style.sizePx}px`,
    style?.font && `font-family: ${style.font.includes(' ') ? `'${style.font}'` : style.font}`,
  ].filter(Boolean);
  const attributes = Object.entries({ href, style: css.length > 0 ? css.join('; ') : undefined, ...picture })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`);
  const isVoid = tag === 'br' || tag === 'hr' || tag === 'img';
  return `<${tag}${attributes.join('')}>${isVoid ? '' : `${write(children)}</${tag}>`}`;
}
