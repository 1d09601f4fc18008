import type { BlockEntry, Manifest } from '../http/catalog.ts';
import { decodeLines, decodeUints, encodeUints, joinParts, splitParts } from './columns.ts';

const VIEWS_FORMAT = 1;

interface Header {
  readonly format: number;
  readonly rows: number;
}

/** View counts of products, in the order of ids. */
export interface ViewsBlock {
  readonly ids: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/**
 * First byte of a JSON block, which servers of version 0.2 send. A block of byte planes begins with the length of its header, which is
 * a smaller byte.
 */
const BRACE = 0x7b;

/** Encodes view counts as byte planes, each id as the difference to the id before: half the bytes of JSON, and nothing to parse. */
export function encodeViews({ ids, counts }: ViewsBlock): Uint8Array<ArrayBuffer> {
  const header: Header = { format: VIEWS_FORMAT, rows: ids.length };
  const steps = Array.from(ids, (id, row) => id - (ids[row - 1] ?? 0));
  return joinParts([new TextEncoder().encode(JSON.stringify(header)), encodeUints(steps), encodeUints(counts)]);
}

/** Decodes a views block of either form. @throws RangeError, SyntaxError or TypeError when the bytes are not a complete block */
export function decodeViews(bytes: Uint8Array): { ids: Uint32Array; counts: Uint32Array } {
  if (bytes[0] === BRACE) {
    const { ids, counts } = JSON.parse(decodeLines(bytes)) as ViewsBlock;
    return { ids: Uint32Array.from(ids), counts: Uint32Array.from(counts) };
  }
  const [head, steps, counts] = splitParts(bytes, 3) as [Uint8Array, Uint8Array, Uint8Array];
  const { format, rows } = JSON.parse(decodeLines(head)) as Header;
  if (format !== VIEWS_FORMAT) throw new RangeError('A block is of another format');
  const ids = decodeUints(steps, rows);
  for (let row = 1; row < rows; row++) ids[row] = (ids[row] as number) + (ids[row - 1] as number);
  return { ids, counts: decodeUints(counts, rows) };
}

/** Name of the views entry's column that holds ids and counts as byte planes; devices of version 0.2 read the JSON block of the entry itself. */
export const PLANES = 'planes';

/** Returns the manifest with the byte planes of view counts in place of their JSON block, if the server offers both. */
export const preferPlanes = (manifest: Manifest): Manifest => ({ ...manifest, blocks: manifest.blocks.map(toPlanes) });

function toPlanes(entry: BlockEntry): BlockEntry {
  const planes = entry.kind === 'views' ? entry.columns?.find(({ name }) => name === PLANES) : undefined;
  if (!planes) return entry;
  const { hash, bytes } = planes;
  return { kind: entry.kind, rows: entry.rows, hash, bytes };
}
