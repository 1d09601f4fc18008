import type { SerializedEditorState, SerializedElementNode, SerializedLexicalNode, SerializedTextNode } from 'lexical';
import type { SerializedListItemNode, SerializedListNode } from '@lexical/list';
import type { SerializedHeadingNode } from '@lexical/rich-text';
import { formatTextStyle } from '#contract/text/text-style.ts';
import { BOLD, CODE, ITALIC, STRIKE, SUBSCRIPT, SUPERSCRIPT, UNDERLINE } from '../nodes/state-nodes.ts';
import type { ImageState, LinkState } from '../nodes/state-nodes.ts';
import { readNodeStyle } from '../nodes/node-style.ts';

/** Elements of text formats, outermost first. */
const FORMAT_TAGS = [
  ['sub', SUBSCRIPT],
  ['sup', SUPERSCRIPT],
  ['strong', BOLD],
  ['em', ITALIC],
  ['u', UNDERLINE],
  ['s', STRIKE],
] as const;

/** Converts an editor state to a description's HTML, with only elements that the shop renders; '' for an empty document. */
export function toHtml({ root }: SerializedEditorState): string {
  const html = root.children.map(writeBlock).join('');
  return html === '<p><br></p>' ? '' : html;
}

function writeBlock(node: SerializedLexicalNode): string {
  if (node.type === 'rule') return '<hr>';
  if (node.type === 'list') return writeList(node as SerializedListNode);
  if (!('children' in node)) return '';
  const element = node as SerializedElementNode;
  if (node.type === 'code-block') return writeCode(plainText(element));
  const tag =
    node.type === 'heading' ? (node as SerializedHeadingNode).tag : node.type === 'quote' ? 'blockquote' : 'p';
  return `<${tag}>${writeInline(element.children)}</${tag}>`;
}

/** Lexical stores a nested list as its own item; in HTML it belongs to the preceding item. */
function writeList({ tag, children }: SerializedListNode): string {
  const items: string[] = [];
  for (const item of children as SerializedListItemNode[]) {
    const [first] = item.children;
    if (first?.type !== 'list') items.push(writeInline(item.children));
    else items.push((items.pop() ?? '') + item.children.map(writeBlock).join(''));
  }
  return `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
}

/** Browsers ignore the last break of a block and collapse an empty block: an extra break keeps the empty line visible. */
function writeInline(nodes: readonly SerializedLexicalNode[]): string {
  const spaces = preserveSpaces();
  const last = nodes.at(-1);
  const isLineEnd = (index: number): boolean => {
    const next = nodes[index + 1];
    return next === undefined || next.type === 'linebreak';
  };
  const html = nodes.map((node, index) => writeNode(node, spaces, isLineEnd(index))).join('');
  return last === undefined || last.type === 'linebreak' ? `${html}<br>` : html;
}

function writeNode(node: SerializedLexicalNode, spaces: SpacePreserver, isLast: boolean): string {
  if (node.type === 'linebreak') return (spaces.breakLine(), '<br>');
  if (node.type === 'image') return (spaces.endSpace(), writeImage(node as ImageState));
  if (node.type === 'link') {
    const { href, children } = node as LinkState;
    const inner = children.map((child, index) => writeNode(child, spaces, isLast && index === children.length - 1));
    return `<a href="${escapeValue(href)}">${inner.join('')}</a>`;
  }
  return node.type === 'text' || node.type === 'tab' ? writeText(node as SerializedTextNode, spaces, isLast) : '';
}

function writeText({ text, format, style }: SerializedTextNode, spaces: SpacePreserver, isLast: boolean): string {
  let html = escapeText(spaces.text(text, isLast));
  for (const [tag, bit] of FORMAT_TAGS.toReversed()) if ((format & bit) !== 0) html = `<${tag}>${html}</${tag}>`;
  const css = formatTextStyle(readNodeStyle(style));
  const styled = css === '' ? '' : ` style="${escapeValue(css)}"`;
  // Lexical puts the style on the outermost element, which is <code> for inline code.
  if ((format & CODE) !== 0) return `<code${styled}>${html}</code>`;
  return styled === '' ? html : `<span${styled}>${html}</span>`;
}

function writeImage({ src, alt, title }: ImageState): string {
  const titled = title === '' ? '' : ` title="${escapeValue(title)}"`;
  return `<img src="${escapeValue(src)}" alt="${escapeValue(alt)}"${titled}>`;
}

/** Browsers ignore the last line break of a code block: an extra break keeps an empty last line visible. */
function writeCode(code: string): string {
  const end = code === '' || code.endsWith('\n') ? '\n' : '';
  return `<pre><code>${escapeText(code)}${end}</code></pre>`;
}

function plainText({ children }: SerializedElementNode): string {
  return children
    .map((node) => {
      if (node.type === 'linebreak') return '\n';
      return 'text' in node ? String(node.text) : 'children' in node ? plainText(node as SerializedElementNode) : '';
    })
    .join('');
}

type SpacePreserver = ReturnType<typeof preserveSpaces>;

/** Writes no-break spaces in place of the spaces that HTML would collapse: at both ends of a line and after another space. */
function preserveSpaces() {
  let isAfterSpace = true;
  return {
    breakLine: () => void (isAfterSpace = true),
    endSpace: () => void (isAfterSpace = false),
    text: (raw: string, isLast: boolean): string => {
      let text = '';
      for (const character of raw.replaceAll(/[\t\n\r\f]/g, ' ')) {
        text += character === ' ' && isAfterSpace ? '\u00a0' : character;
        isAfterSpace = character === ' ' && !isAfterSpace;
      }
      return isLast ? text.replace(/ $/, '\u00a0') : text;
    },
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character);
const escapeValue = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
