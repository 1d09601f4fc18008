import fc from 'fast-check';
import { TEXT_FONTS } from '#contract/text/rich-text.ts';

/** Arbitrary inline HTML, valid and malformed. */
const inline: fc.Arbitrary<string> = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 4 }).map((parts) => parts.join('')),
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b c', ' ', '  ', '\u00a0', '\n', '&lt;', '&amp;', 'x ', ' y', '😀'),
    fc.constantFrom('<br>', '<img src="/images/editor/1.webp" alt="x">', '<b>', '</i>', '<li>', '<hr>'),
    fc
      .tuple(fc.constantFrom('b', 'strong', 'em', 'u', 's', 'del', 'code', 'sub', 'sup', 'span'), tie('nodes'))
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    fc
      .tuple(fc.integer({ min: 0, max: 55 }), fc.constantFrom(...TEXT_FONTS), tie('nodes'))
      .map(([size, font, inner]) => `<span style="font-size:${size}px;font-family:'${font}'">${inner}</span>`),
    tie('nodes').map((inner) => `<a href="https://example.com/">${inner}</a>`),
  ),
})).nodes;
/** Arbitrary descriptions with most supported elements, and with elements that come with text pasted from other programs. */
export const descriptionHtml: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 4 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { maxDepth: 4 },
    inline,
    fc
      .tuple(fc.constantFrom('p', 'h1', 'h6', 'blockquote', 'div', 'pre', 'li'), inline)
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol', 'div', 'blockquote'), tie('blocks'))
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), fc.array(tie('blocks'), { maxLength: 3 }))
      .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`),
  ),
})).blocks;
