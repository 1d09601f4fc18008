import type { SerializedLexicalNode, SerializedTextNode } from 'lexical';
import { breakState, linkState, textState } from '../nodes/state-nodes.ts';

/** How a piece of text is set. */
export interface Marks {
  readonly format: number;
  readonly style: string;
  /** One value for each link, so that two links in a row stay two. */
  readonly link?: { readonly href: string };
}

interface Piece {
  readonly node: SerializedLexicalNode;
  readonly link: Marks['link'];
}

const SPACE = /[ \t\n\r\f]+/g;
const isText = (node: SerializedLexicalNode): node is SerializedTextNode => node.type === 'text';

/** The text, breaks and pictures of one block while they are collected, with white space as browsers treat it. */
export class InlineRun {
  private pieces: Piece[] = [];
  /** Whether white space that comes now would not be seen. */
  private isAfterSpace = true;

  addText(raw: string, { format, style, link }: Marks): void {
    let text = raw.replaceAll(SPACE, ' ');
    if (this.isAfterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.isAfterSpace = text.endsWith(' ');
    const last = this.pieces.at(-1);
    if (last && isText(last.node) && last.link === link && last.node.format === format && last.node.style === style) {
      last.node.text += text;
    } else this.pieces.push({ node: textState(text, format, style), link });
  }

  addBreak(): void {
    this.trimEnd();
    this.pieces.push({ node: breakState(), link: undefined });
    this.isAfterSpace = true;
  }

  addNode(node: SerializedLexicalNode, { link }: Marks): void {
    this.pieces.push({ node, link });
    this.isAfterSpace = false;
  }

  /** Whether something is in it: a break counts. */
  get hasContent(): boolean {
    return this.pieces.length > 0;
  }

  /** Starts a new line, unless it stands on one. */
  breakLine(): void {
    this.trimEnd();
    const last = this.pieces.at(-1);
    if (last && last.node.type !== 'linebreak') this.addBreak();
  }

  /** What was collected, and starts anew. The last break of a block is not seen: it only keeps an empty line open. */
  take(): SerializedLexicalNode[] {
    this.trimEnd();
    if (this.pieces.at(-1)?.node.type === 'linebreak') this.pieces.pop();
    const { pieces } = this;
    this.pieces = [];
    this.isAfterSpace = true;
    const nodes: SerializedLexicalNode[] = [];
    let open: { readonly link: Marks['link']; readonly children: SerializedLexicalNode[] } | undefined;
    for (const { node, link } of pieces) {
      if (!link) {
        open = undefined;
        nodes.push(node);
      } else if (open?.link === link) open.children.push(node);
      else {
        open = { link, children: [node] };
        nodes.push(linkState(link.href, open.children));
      }
    }
    return nodes;
  }

  private trimEnd(): void {
    const last = this.pieces.at(-1);
    if (!last || !isText(last.node) || !last.node.text.endsWith(' ')) return;
    last.node.text = last.node.text.slice(0, -1);
    if (last.node.text === '') this.pieces.pop();
  }
}
