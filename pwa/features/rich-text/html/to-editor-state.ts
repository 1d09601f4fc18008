import type { HeadingTagType } from '@lexical/rich-text';
import type { SerializedEditorState, SerializedLexicalNode } from 'lexical';
import { tokenizeHtml } from '#contract/text/html-tokens.ts';
import { keepSeparations } from '#contract/text/keep-separations.ts';
import { parseTokens } from '#pwa/ui/html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '#pwa/ui/html/html-tree.ts';
import { InlineRun } from './inline-run.ts';
import type { Marks } from './inline-run.ts';
import {
  blockState,
  BOLD,
  breakState,
  CODE,
  editorState,
  headingState,
  imageState,
  ITALIC,
  listState,
  ruleState,
  STRIKE,
  SUBSCRIPT,
  SUPERSCRIPT,
  textState,
  UNDERLINE,
} from '../nodes/state-nodes.ts';
import { readNodeStyle, toNodeStyle } from '../nodes/node-style.ts';

const FORMATS: Partial<Record<string, number>> = {
  b: BOLD,
  strong: BOLD,
  i: ITALIC,
  em: ITALIC,
  s: STRIKE,
  del: STRIKE,
  u: UNDERLINE,
  code: CODE,
  sub: SUBSCRIPT,
  sup: SUPERSCRIPT,
};
const PLAIN: Marks = { format: 0, style: '' };

type MakeBlock = (children: SerializedLexicalNode[]) => SerializedLexicalNode;
const toParagraph: MakeBlock = (children) => blockState('paragraph', children);
const toQuote: MakeBlock = (children) => blockState('quote', children);

/** Converts a description's HTML to an editor state. Elements for which the editor has no node become text. */
export const toEditorState = (html: string): SerializedEditorState =>
  editorState(toBlocks(parseTokens(keepSeparations(tokenizeHtml(html)))));

/** Returns a tree of allowed elements as blocks of the editor. */
export function toBlocks(nodes: readonly HtmlNode[]): SerializedLexicalNode[] {
  const reader = new BlockReader();
  reader.read(nodes, PLAIN);
  reader.endBlock();
  return reader.blocks;
}

class BlockReader {
  readonly blocks: SerializedLexicalNode[] = [];
  private readonly run = new InlineRun();
  private makeBlock = toParagraph;

  read(nodes: readonly HtmlNode[], marks: Marks): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.run.addText(node, marks);
      else this.readElement(node, marks);
    }
  }

  private readElement(element: HtmlElement, marks: Marks): void {
    const { tag, children } = element;
    if (readInline(element, this.run, marks)) return;
    if (tag === 'hr') this.addBlock(ruleState());
    else if (tag === 'ul' || tag === 'ol') this.addBlock(...toLists(tag, children, marks, 0));
    else if (tag === 'pre') this.addBlock(toCodeBlock(element));
    else if (isHeading(tag)) this.readBlock(children, marks, (inner) => headingState(tag, inner));
    else if (tag === 'blockquote') this.readBlock(children, marks, toQuote);
    else if (tag === 'p' || tag === 'div' || tag === 'li') {
      // A paragraph inside a heading or a quote becomes a line of that block.
      if (this.makeBlock !== toParagraph) this.readLine(children, marks);
      else this.readBlock(children, marks, toParagraph);
    } else this.read(children, toMarks(element, marks));
  }

  /** Ends the open block, or drops it if it contains nothing, not even a line break. */
  endBlock(): void {
    if (!this.run.hasContent) return;
    this.blocks.push(this.makeBlock(this.run.take()));
  }

  private addBlock(...blocks: SerializedLexicalNode[]): void {
    this.endBlock();
    this.blocks.push(...blocks);
  }

  private readBlock(children: readonly HtmlNode[], marks: Marks, makeBlock: MakeBlock): void {
    this.endBlock();
    const outer = this.makeBlock;
    this.makeBlock = makeBlock;
    this.read(children, marks);
    this.endBlock();
    this.makeBlock = outer;
  }

  private readLine(children: readonly HtmlNode[], marks: Marks): void {
    this.run.breakLine();
    this.read(children, marks);
    this.run.breakLine();
  }
}

/** Adds a break or an image to a run; returns false for any other element. */
function readInline({ tag, image }: HtmlElement, run: InlineRun, marks: Marks): boolean {
  if (image) run.addNode(imageState(image.src, image.alt, image.title ?? ''), marks);
  else if (tag === 'br') run.addBreak();
  return image !== undefined || tag === 'br';
}

/** Returns a list as Lexical stores it: nested lists are items of their own. */
function toLists(
  tag: 'ul' | 'ol',
  children: readonly HtmlNode[],
  marks: Marks,
  indent: number,
): SerializedLexicalNode[] {
  const items: SerializedLexicalNode[][] = [];
  const run = new InlineRun();
  const endItem = (isItem: boolean): void => {
    if (run.hasContent || isItem) items.push(run.take());
  };
  const read = (nodes: readonly HtmlNode[], inherited: Marks): void => {
    for (const node of nodes) {
      if (typeof node === 'string') run.addText(node, inherited);
      else if (!readInline(node, run, inherited)) readElement(node, inherited);
    }
  };
  const readElement = (element: HtmlElement, inherited: Marks): void => {
    if (element.tag === 'ul' || element.tag === 'ol') {
      endItem(false);
      items.push(...toLists(element.tag, element.children, inherited, indent + 1).map((list) => [list]));
    } else if (element.tag === 'li') {
      endItem(false);
      const before = items.length;
      read(element.children, inherited);
      endItem(items.length === before);
    } else if (isBlock(element.tag)) {
      run.breakLine();
      read(element.children, inherited);
      run.breakLine();
    } else read(element.children, toMarks(element, inherited));
  };
  read(children, marks);
  endItem(false);
  return items.length > 0 ? [listState(tag, indent, items)] : [];
}

/** Returns a code block with the element's plain text. A final line break is dropped, because browsers ignore it; a tab becomes spaces. */
function toCodeBlock({ children }: HtmlElement): SerializedLexicalNode {
  const lines = textOf(children).replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  return blockState(
    'code-block',
    lines.flatMap((line, index) => [
      ...(index > 0 ? [breakState()] : []),
      ...(line === '' ? [] : [textState(line.replaceAll('\t', '    '), 0, '')]),
    ]),
  );
}

const textOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : textOf(node.children))).join('');

/** Returns the surrounding marks extended by those of an element. */
function toMarks({ tag, style, href }: HtmlElement, marks: Marks): Marks {
  const format = FORMATS[tag] ?? 0;
  if (format === 0 && !style && href === undefined) return marks;
  return {
    ...marks,
    format: marks.format | format,
    style: style ? toNodeStyle({ ...readNodeStyle(marks.style), ...style }) : marks.style,
    ...(href !== undefined && { link: { href } }),
  };
}

const isHeading = (tag: string): tag is HeadingTagType => /^h[1-6]$/.test(tag);
const isBlock = (tag: string): boolean => isHeading(tag) || ['p', 'div', 'blockquote', 'pre', 'hr'].includes(tag);
