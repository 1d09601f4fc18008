import type { SerializedLexicalNode, SerializedTextNode } from 'lexical';
import { breakState, linkState, textState } from '../nodes/state-nodes.ts';

/** Format, style and link of a piece of text. */
export interface Marks {
  readonly format: number;
  readonly style: string;
  /** A distinct object for each link: two adjacent links to one address stay two links. */
  readonly link?: { readonly href: string };
}

interface Piece {
  readonly node: SerializedLexicalNode;
  readonly link: Marks['link'];
}

const SPACE = /[ \t\n\r\f]+/g;
const isText = (node: SerializedLexicalNode): node is SerializedTextNode => node.type === 'text';

/** Collects the text, breaks and images of one block and collapses white space as browsers do. */
export class InlineRun {
  private pieces: Piece[] = [];
  /** Whether the next white space collapses. */
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

  /** Whether the run has content; a break counts. */
  get hasContent(): boolean {
    return this.pieces.length > 0;
  }

  /** Starts a new line unless the current line is empty. */
  breakLine(): void {
    this.trimEnd();
    const last = this.pieces.at(-1);
    if (last && last.node.type !== 'linebreak') this.addBreak();
  }

  /** Returns the collected nodes and resets the run. The last break is dropped: browsers ignore it at the end of a block. */
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
