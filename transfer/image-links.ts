import { MAX_IMAGE_COUNT, MAX_LINK_LENGTH } from '#contract/limits.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import type { CellNote } from './source-row.ts';

/** The column of an import that names a product's images by their web addresses. */
export const IMAGES_COLUMN = 'images';

/** The links of a cell in their order, each once, and those that cannot be fetched. */
export interface ImageLinks {
  readonly links: readonly string[];
  readonly notes: readonly CellNote[];
}

/** Addresses may hold commas and semicolons of their own: these separate only where another address follows. */
const SEPARATORS = /[\s|]+|[,;](?=\s*(?:https?:)?\/\/)|[,;]+$/iu;
const MAX_SHOWN_LENGTH = 60;

/** Reads a cell of one or many links, separated by line breaks, spaces, `|`, commas or semicolons. */
export function readImageLinks(cell: string): ImageLinks {
  const links = new Set<string>();
  const notes: CellNote[] = [];
  const note = (text: string, reason: string): unknown =>
    notes.push({ field: IMAGES_COLUMN, value: text.slice(0, MAX_SHOWN_LENGTH).toWellFormed(), reason });
  for (const part of cell.split(SEPARATORS)) {
    const text = part.replaceAll(/^[,;]+|[,;]+$/gu, '');
    if (text === '') continue;
    // Some programs leave out the scheme.
    const url = URL.parse(text.startsWith('//') ? `https:${text}` : text);
    if (text.length > MAX_LINK_LENGTH || (url?.href.length ?? 0) > MAX_LINK_LENGTH) {
      note(text, FIELD_LIMITS.tooLong(MAX_LINK_LENGTH));
    } else if (!url || !/^https?:$/u.test(url.protocol)) note(text, FIELD_PROBLEMS.link);
    else if (links.size >= MAX_IMAGE_COUNT) note(text, FIELD_LIMITS.imageCount(MAX_IMAGE_COUNT));
    else links.add(url.href);
  }
  return { links: [...links], notes };
}
