import { decodeEntities } from './html-entities.ts';
import type { HtmlToken } from './html-tokens.ts';

/** A cell of a table, or a term or definition. */
export interface Cell {
  readonly isHeading: boolean;
  readonly tokens: HtmlToken[];
}

/** A line made of a row or of a part of it. A line that is a fact, such as "Weight: 5 kg", becomes an item of a list. */
export interface Line {
  readonly isFact: boolean;
  readonly tokens: readonly HtmlToken[];
}

const BETWEEN_CELLS = ' | ';
const AFTER_HEADING = ': ';
const BETWEEN_LINES = ', ';
const ENDS_WITH_COLON = /[:：]\s*$/u;
const ENDS_WITH_MARK = /[.,;:!?…：]\s*$/u;
/** Content that cannot stand in a line with other cells. */
const LINE_BREAKERS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre', 'hr', 'img']);
const BLOCKS = new Set([...LINE_BREAKERS, 'p', 'div']);
const LINE_ENDS = new Set(['p', 'div', 'br']);
const BOLD = new Set(['b', 'strong']);
const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Joins the cells of a row into lines: `Weight: 5 kg` for a heading and its cell, else `a | b`. If a cell cannot stand in a line, each cell
 * of the row becomes a block of its own.
 */
export function joinCells(row: readonly Cell[]): readonly Line[] {
  const cells = withHeading(row.filter(({ tokens }) => hasContent(tokens)));
  if (cells.length < 2 || cells.some(isBroken)) return cells.map((cell) => toBlock(cell, cells));
  return splitAtHeadings(cells).map((line) => {
    const isFact = line.some((cell, place) => isFollowed(cell, line[place + 1]));
    return { isFact, tokens: wrap(isFact ? 'li' : 'p', toLine(line)) };
  });
}

const decoded = (text: string): string => decodeEntities(text).trim();
const hasContent = (tokens: readonly HtmlToken[]): boolean =>
  tokens.some((token) =>
    token.type === 'text' ? decoded(token.text) !== '' : token.tag === 'img' || token.tag === 'hr',
  );

/** If no cell is marked as a heading, a first cell in bold letters becomes one, unless the second is bold as well. */
function withHeading(cells: readonly Cell[]): readonly Cell[] {
  const [first, second] = cells;
  if (!first || !second || cells.some(({ isHeading }) => isHeading) || !isBold(first) || isBold(second)) return cells;
  return [{ ...first, isHeading: true }, ...cells.slice(1)];
}

function isBold({ tokens }: Cell): boolean {
  let depth = 0;
  return tokens.every((token) => {
    if (token.type === 'text') return depth > 0 || decoded(token.text) === '';
    if (BOLD.has(token.tag)) depth += token.type === 'open' ? 1 : -1;
    return true;
  });
}

/** Whether a cell cannot stand in a line: it has elements of `LINE_BREAKERS`, or several paragraphs. */
const isBroken = ({ tokens }: Cell): boolean =>
  tokens.some((token) => token.type === 'open' && LINE_BREAKERS.has(token.tag)) ||
  tokens.filter((token) => token.type === 'open' && token.tag === 'p').length > 1;

const isFollowed = (cell: Cell, next: Cell | undefined): boolean => cell.isHeading && next?.isHeading === false;

function toBlock(cell: Cell, row: readonly Cell[]): Line {
  const isBlock = cell.tokens.some((token) => token.type === 'open' && BLOCKS.has(token.tag));
  const next = row[row.indexOf(cell) + 1];
  if (isBlock || !isFollowed(cell, next)) return { isFact: false, tokens: wrap(isBlock ? 'div' : 'p', cell.tokens) };
  return { isFact: false, tokens: wrap('p', [...toLine([cell]), ...separate(cell, next).map(trimEnd)]) };
}

/** Splits a row into lines. If it begins with a heading, each further heading that follows a plain cell begins a new line. */
function splitAtHeadings(cells: readonly Cell[]): Cell[][] {
  const lines: Cell[][] = [];
  for (const [place, cell] of cells.entries()) {
    const isNext = cells[0]?.isHeading === true && cell.isHeading && cells[place - 1]?.isHeading === false;
    if (place === 0 || isNext) lines.push([cell]);
    else lines.at(-1)?.push(cell);
  }
  return lines;
}

const toLine = (cells: readonly Cell[]): HtmlToken[] =>
  cells.flatMap((cell, place) => [...inOneLine(cell.tokens), ...separate(cell, cells[place + 1])]);

/** The separator between a cell and the next one. */
function separate(cell: Cell, next: Cell | undefined): HtmlToken[] {
  if (!next) return [];
  if (!isFollowed(cell, next)) return [text(BETWEEN_CELLS)];
  const last = cell.tokens.findLast((token) => token.type === 'text' && decoded(token.text) !== '');
  return [text(last?.type === 'text' && ENDS_WITH_COLON.test(last.text) ? ' ' : AFTER_HEADING)];
}

/** The content of a cell in one line: separators stand between its paragraphs and at its breaks. */
function inOneLine(tokens: readonly HtmlToken[]): HtmlToken[] {
  const line: HtmlToken[] = [];
  let last = -1;
  let isAtBreak = false;
  for (const token of tokens) {
    if (token.type !== 'text') {
      if (!LINE_ENDS.has(token.tag)) line.push(token);
      else isAtBreak = last >= 0;
      continue;
    }
    const words = token.text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    if (decoded(words) === '') {
      if (last >= 0 && !isAtBreak) line.push(text(words));
      continue;
    }
    const before = line[last];
    if (isAtBreak && before?.type === 'text') {
      line[last] = trimEnd(before);
      line.push(text(ENDS_WITH_MARK.test(before.text) ? ' ' : BETWEEN_LINES));
    }
    line.push(text(isAtBreak || last < 0 ? words.trimStart() : words));
    last = line.length - 1;
    isAtBreak = false;
  }
  return line.flatMap((token, place) =>
    token.type !== 'text' || place < last ? token : place === last ? trimEnd(token) : [],
  );
}

const trimEnd = (token: HtmlToken): HtmlToken => (token.type === 'text' ? text(token.text.trimEnd()) : token);
const text = (content: string): HtmlToken => ({ type: 'text', text: content });
const wrap = (tag: string, tokens: readonly HtmlToken[]): HtmlToken[] => [
  { type: 'open', tag, attributes: NONE },
  ...tokens,
  { type: 'close', tag },
];
