import type { ColumnIndex } from '../catalog/index/column-index.ts';

/** Counts the bytes of an index's arrays and texts, without object overhead. */
export const countMemory = ({ parts }: Pick<ColumnIndex, 'parts'>): number =>
  parts.reduce((sum, part) => sum + (typeof part === 'string' ? textBytes(part) : part.byteLength), 0);

/** Engines store a text in one byte per character if all are Latin-1, else in two. */
function textBytes(text: string): number {
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u00ff]*$/.test(text) ? text.length : text.length * 2;
}
