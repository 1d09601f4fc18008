import type { SerializedEditorState, SerializedElementNode, SerializedLexicalNode, SerializedTextNode } from 'lexical';
import type { SerializedListItemNode, SerializedListNode } from '@lexical/list';
import type { SerializedHeadingNode } from '@lexical/rich-text';
import { formatTextStyle } from '#contract/text/text-style.ts';
import { BOLD, CODE, ITALIC, STRIKE, SUBSCRIPT, SUPERSCRIPT, UNDERLINE } from '../nodes/state-nodes.ts';
import type { ImageState, LinkState } from '../nodes/state-nodes.ts';
import { readNodeStyle } from '../nodes/node-style.ts';

/** Elements of a text's formats, the outermost first. */
const FORMAT_TAGS = [
  ['sub', SUBSCRIPT],
  ['sup', SUPERSCRIPT],
  ['strong', BOLD],
  ['em', ITALIC],
  ['u', UNDERLINE],
  ['s', STRIKE],
] as const;

/** The editor's state as a description, in the elements that are drawn for shoppers; '' when nothing is in it. */
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

/** The editor keeps a list inside a list as an item of its own; in HTML it belongs to the item before it. */
function writeList({ tag, children }: SerializedListNode): string {
  const items: string[] = [];
  for (const item of children as SerializedListItemNode[]) {
    const [first] = item.children;
    if (first?.type !== 'list') items.push(writeInline(item.children));
    else items.push((items.pop() ?? '') + item.children.map(writeBlock).join(''));
  }
  return `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
}

/** The last break of a block would not be seen, and an empty block not either: one more break keeps the line open. */
function writeInline(nodes: readonly SerializedLexicalNode[]): string {
  const keep = keepSpaces();
  const last = nodes.at(-1);
  const next = (index: number): boolean => {
    const follower = nodes[index + 1];
    return follower === undefined || follower.type === 'linebreak';
  };
  const html = nodes.map((node, index) => writeNode(node, keep, next(index))).join('');
  return last === undefined || last.type === 'linebreak' ? `${html}<br>` : html;
}

function writeNode(node: SerializedLexicalNode, keep: SpaceKeeper, isLast: boolean): string {
  if (node.type === 'linebreak') return (keep.breakLine(), '<br>');
  if (node.type === 'image') return (keep.word(), writeImage(node as ImageState));
  if (node.type === 'link') {
    const { href, children } = node as LinkState;
    const inner = children.map((child, index) => writeNode(child, keep, isLast && index === children.length - 1));
    return `<a href="${escapeValue(href)}">${inner.join('')}</a>`;
  }
  return node.type === 'text' || node.type === 'tab' ? writeText(node as SerializedTextNode, keep, isLast) : '';
}

function writeText({ text, format, style }: SerializedTextNode, keep: SpaceKeeper, isLast: boolean): string {
  let html = escapeText(keep.text(text, isLast));
  for (const [tag, bit] of FORMAT_TAGS.toReversed()) if ((format & bit) !== 0) html = `<${tag}>${html}</${tag}>`;
  const css = formatTextStyle(readNodeStyle(style));
  const styled = css === '' ? '' : ` style="${escapeValue(css)}"`;
  // The editor draws the style on the outermost element, and code has its own size of padding.
  if ((format & CODE) !== 0) return `<code${styled}>${html}</code>`;
  return styled === '' ? html : `<span${styled}>${html}</span>`;
}

function writeImage({ src, alt, title }: ImageState): string {
  const titled = title === '' ? '' : ` title="${escapeValue(title)}"`;
  return `<img src="${escapeValue(src)}" alt="${escapeValue(alt)}"${titled}>`;
}

/** A line end that is the last is not seen. */
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

type SpaceKeeper = ReturnType<typeof keepSpaces>;

/** Writes spaces that HTML would swallow as ones that it keeps: at the ends of a line, and after another. */
function keepSpaces() {
  let isAfterSpace = true;
  return {
    breakLine: () => void (isAfterSpace = true),
    word: () => void (isAfterSpace = false),
    text: (raw: string, isLast: boolean): string => {
      let kept = '';
      for (const sign of raw.replaceAll(/[\t\n\r\f]/g, ' ')) {
        kept += sign === ' ' && isAfterSpace ? '\u00a0' : sign;
        isAfterSpace = sign === ' ' && !isAfterSpace;
      }
      return isLast ? kept.replace(/ $/, '\u00a0') : kept;
    },
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
const escapeValue = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
