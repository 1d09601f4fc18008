import { joinCells } from './join-cells.ts';
import type { Cell, Line } from './join-cells.ts';
import type { HtmlToken } from './html-tokens.ts';
import { VOID_TAGS } from './rich-text.ts';

/** Blocks that descriptions do not have: their content stays a block. */
const BLOCKS = new Set(
  (
    'address article aside center details dialog fieldset figcaption figure footer form header hgroup legend main nav ' +
    'search section summary'
  ).split(' '),
);
const LISTS = new Set(['menu', 'dir']);
/** Parts of a table and of a definition list: `CELLS` begin a cell, all other `PARTS` end a row. */
const CELLS = { table: new Set(['td', 'th', 'caption']), dl: new Set(['dt', 'dd']) };
const PARTS = { table: new Set('td th caption tr thead tbody tfoot colgroup'.split(' ')), dl: new Set(['dt', 'dd']) };
const HEADINGS = new Set(['th', 'dt']);
const VOID = new Set<string>([...VOID_TAGS, 'col', 'wbr', 'input', 'meta', 'link', 'source', 'area', 'base']);
/** A parser closes these by itself, and reads a further closing tag as an empty element. */
const SELF_CLOSING = new Set(['p', 'li']);
/** Deeper tables, which no real text has, are flattened. */
const MAX_DEPTH = 20;
const NONE: ReadonlyMap<string, string> = new Map();

const REWRITTEN = new Set([...BLOCKS, ...LISTS, 'table', 'dl', ...PARTS.table, ...PARTS.dl]);
const REWRITTEN_TAG = new RegExp(`<(?:${[...REWRITTEN].join('|')})[\\s/>]`, 'i');

/** Returns whether HTML has an element that `keepSeparations` rewrites. */
export const hasSeparations = (html: string): boolean => REWRITTEN_TAG.test(html);

type Kind = keyof typeof PARTS;
const KINDS: readonly Kind[] = ['table', 'dl'];

/** A table or a definition list that is being read. */
interface Frame {
  readonly kind: Kind;
  readonly lines: Line[];
  row: Cell[];
  cell: (Cell & { readonly open: string[] }) | undefined;
}

/**
 * Rewrites elements that descriptions do not have and that separate texts: sections become blocks, rows of tables and entries of definition
 * lists become lines, as `joinCells` writes them. All other tokens stay as they are. The rule is the same for text that an administrator
 * pastes and for text that the server stores.
 */
export function* keepSeparations(tokens: Iterable<HtmlToken>): Generator<HtmlToken> {
  const keeper = new SeparationKeeper();
  for (const token of tokens) {
    // A shortcut for nearly all tokens: there may be a million.
    if (!keeper.isInside && (token.type === 'text' || !REWRITTEN.has(token.tag))) {
      yield token;
      continue;
    }
    keeper.read(token);
    yield* keeper.take();
  }
  keeper.finish();
  yield* keeper.take();
}

class SeparationKeeper {
  #frames: Frame[] = [];
  #out: HtmlToken[] = [];

  /** Whether a table or a list is open. */
  get isInside(): boolean {
    return this.#frames.length > 0;
  }

  take(): readonly HtmlToken[] {
    const taken = this.#out;
    if (taken.length > 0) this.#out = [];
    return taken;
  }

  finish(): void {
    this.#endFrames(0);
  }

  read(token: HtmlToken): void {
    if (token.type === 'text') return this.#emit(token);
    const { tag } = token;
    const kind = KINDS.find((known) => known === tag);
    if (kind && token.type === 'open') return this.#begin(kind);
    if (kind) return this.#endFrames(this.#frames.findLastIndex((frame) => frame.kind === kind));
    const part = KINDS.find((known) => PARTS[known].has(tag));
    const place = this.#frames.findLastIndex((frame) => frame.kind === part);
    if (part && place >= 0) {
      this.#endFrames(place + 1);
      return readPart(this.#frames[place] as Frame, token);
    }
    const frame = this.#frames.at(-1);
    // A `div` may group entries of a definition list.
    if (frame?.kind === 'dl' && !frame.cell && tag === 'div') return endRow(frame);
    if (tag === 'col') return;
    const isBlock = part !== undefined || BLOCKS.has(tag);
    this.#emit(isBlock ? { ...token, tag: 'div' } : LISTS.has(tag) ? { ...token, tag: 'ul' } : token);
  }

  #begin(kind: Kind): void {
    if (this.#frames.length >= MAX_DEPTH) return;
    const outer = this.#frames.at(-1);
    if (outer) outer.cell ??= beginCell(false);
    this.#frames.push({ kind, lines: [], row: [], cell: undefined });
  }

  /** Ends all frames from a place on; none if it is negative. */
  #endFrames(from: number): void {
    const ended = from < 0 ? [] : this.#frames.slice(from);
    for (const frame of ended.toReversed()) {
      this.#frames.pop();
      endRow(frame);
      let isList = false;
      for (const { isFact, tokens } of frame.lines) {
        if (isFact !== isList) this.#emit(isFact ? open('ul') : close('ul'));
        isList = isFact;
        for (const token of tokens) this.#emit(token);
      }
      if (isList) this.#emit(close('ul'));
    }
  }

  #emit(token: HtmlToken): void {
    const frame = this.#frames.at(-1);
    if (!frame) return void this.#out.push(token);
    if (!frame.cell) {
      // Between the cells there is mostly white space; any other content is shown like a cell.
      if (token.type === 'close' || (token.type === 'text' && token.text.trim() === '')) return;
      frame.cell = beginCell(false);
    }
    const { open: opened, tokens } = frame.cell;
    if (token.type === 'open' && !VOID.has(token.tag)) opened.push(token.tag);
    if (token.type === 'close') {
      const place = opened.lastIndexOf(token.tag);
      // An element that was opened before the table does not end in it.
      if (place < 0) return;
      opened.length = place;
    }
    tokens.push(token);
  }
}

/** Reads a part of the innermost table or list. */
function readPart(frame: Frame, { type, tag }: Exclude<HtmlToken, { type: 'text' }>): void {
  if (!CELLS[frame.kind].has(tag)) return endRow(frame);
  endCell(frame);
  const isNewRow = tag === 'caption' || (tag === 'dt' && type === 'open' && frame.row.at(-1)?.isHeading === false);
  if (isNewRow) endRow(frame);
  if (type === 'open') frame.cell = beginCell(HEADINGS.has(tag));
}

const beginCell = (isHeading: boolean): Cell & { readonly open: string[] } => ({ isHeading, tokens: [], open: [] });

function endCell(frame: Frame): void {
  const { cell } = frame;
  frame.cell = undefined;
  if (!cell) return;
  for (const tag of cell.open.toReversed()) if (!SELF_CLOSING.has(tag)) cell.tokens.push(close(tag));
  frame.row.push(cell);
}

function endRow(frame: Frame): void {
  endCell(frame);
  frame.lines.push(...joinCells(frame.row));
  frame.row = [];
}

const open = (tag: string): HtmlToken => ({ type: 'open', tag, attributes: NONE });
const close = (tag: string): HtmlToken => ({ type: 'close', tag });
