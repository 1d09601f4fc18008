import { MESSAGE_PREVIEW_LENGTH } from '../limits.ts';
import { nameProductLinks } from '../screens/product-link.ts';

const ELLIPSIS = '...';
let letters: Intl.Segmenter | undefined;

/** Returns a message as one line of at most `MESSAGE_PREVIEW_LENGTH` graphemes, with the names of its products; empty for photos only. */
export function previewMessage(content: string): string {
  // Only 20 units per grapheme of the preview are examined, because one grapheme may be endless.
  const line = nameProductLinks(content.slice(0, MESSAGE_PREVIEW_LENGTH * 20))
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= MESSAGE_PREVIEW_LENGTH) return line;
  letters ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  let cutAt = 0;
  for (const { index } of letters.segment(line)) {
    if (count === MESSAGE_PREVIEW_LENGTH - ELLIPSIS.length) cutAt = index;
    count += 1;
    if (count > MESSAGE_PREVIEW_LENGTH) return line.slice(0, cutAt).trimEnd() + ELLIPSIS;
  }
  return line;
}
