import type { OfferKind } from '../shops.ts';
import { toColumnText } from './card.ts';
import type { Card } from './card.ts';
import { decodeLines, encodeLines, joinParts, splitParts } from './columns.ts';
import { mixDigest } from './digest.ts';
import { LineTable } from './line-table.ts';
import { SNAPSHOT_FORMAT } from './snapshot-format.ts';

interface Header {
  readonly format: number;
  readonly offer: OfferKind;
  readonly column: string;
  readonly rows: number;
  /** See `digestIds`. */
  readonly ids: number;
}

/** One text column of a cards block's rows, in their order. */
export interface TextColumn {
  readonly column: string;
  readonly rows: number;
  /** Digest of the ids of the rows: a column is only joined to the rows that it was made from. */
  readonly ids: number;
  /** In the form of `toColumnText`. */
  readonly lines: LineTable;
}

const encoder = new TextEncoder();

/** Returns a digest of ids in their order. */
export const digestIds = (ids: ArrayLike<number>, start = 0, end: number = ids.length): number => {
  let digest = end - start;
  for (let row = start; row < end; row++) digest = mixDigest(digest, ids[row] as number);
  return digest;
};

/** Encodes a column of a block's cards, in the block's order; undefined when all texts are empty. @throws RangeError for a text of several lines */
export function encodeColumnBlock(
  offer: OfferKind,
  column: string,
  sorted: readonly Card[],
): Uint8Array<ArrayBuffer> | undefined {
  const texts = sorted.map((card) =>
    toColumnText(column, (card as unknown as Record<string, string>)[column] ?? '', card.title),
  );
  if (texts.every((text) => text === '')) return undefined;
  const ids = digestIds(sorted.map(({ id }) => id));
  const header: Header = { format: SNAPSHOT_FORMAT, offer, column, rows: sorted.length, ids };
  return joinParts([encoder.encode(JSON.stringify(header)), encodeLines(texts)]);
}

/** Decodes a column block. @throws RangeError, SyntaxError or TypeError when the bytes are not a complete block of this format */
export function decodeColumnBlock(bytes: Uint8Array): TextColumn {
  const [head, body] = splitParts(bytes, 2) as [Uint8Array, Uint8Array];
  const { format, column, rows, ids } = JSON.parse(decodeLines(head)) as Header;
  if (format !== SNAPSHOT_FORMAT) throw new RangeError('A block is of another format');
  return { column, rows, ids, lines: new LineTable(body, rows) };
}
