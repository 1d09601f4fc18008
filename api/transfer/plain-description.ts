import { sanitiseDescription } from '../catalog/descriptions/sanitise-description.ts';
import { BLOCK_TAGS, INLINE_TAGS, SKIPPED_TAGS, VOID_TAGS } from '#contract/text/rich-text.ts';
import { decodeEntities } from '#contract/text/html-entities.ts';

/** Elements that other programs write into descriptions; the shop keeps their text. */
const FOREIGN_TAGS =
  'table thead tbody tfoot tr td th caption colgroup col dl dt dd section article aside header footer main nav figure figcaption picture ' +
  'details summary address center font big small mark strike ins tt kbd samp abbr cite q video audio source button form input label html body head';

const TAG_NAMES = [...INLINE_TAGS, ...BLOCK_TAGS, ...VOID_TAGS, ...SKIPPED_TAGS, ...FOREIGN_TAGS.split(' ')];
/** A tag of HTML, with or without attributes; `<65 W` and `<b-key>` are not tags. */
const TAG = new RegExp(`<(?:/\\s*)?(?:${TAG_NAMES.join('|')})(?:\\s[^<>]*)?/?>|<!--`, 'iu');

const LINE_BREAK = /\r\n|\r|\n/u;
/** Line breaks that programs escape to keep a text on one line. */
const WRITTEN_BREAK = /\\r\\n|\\n/gu;
const PARAGRAPH_BREAK = /\n[^\S\n]*\n\s*/u;

/**
 * Returns a description as HTML. A text without tags is plain: its line breaks separate lines and paragraphs, entities such as `&amp;` are
 * decoded, and all other characters stand for themselves. Escaped line breaks (`\n`) count if there are no real ones. HTML stays as it
 * is, unless sanitizing leaves only text: an export writes such a description without tags, and importing it again must not change it.
 */
export function toHtmlDescription(text: string): string {
  if (!TAG.test(text)) return plainToHtml(text);
  const stored = sanitiseDescription(text);
  return TAG.test(stored) ? text : plainToHtml(stored);
}

function plainToHtml(text: string): string {
  const plain = text.trim();
  const hasLines = LINE_BREAK.test(plain);
  const lined = hasLines ? plain.replaceAll(/\r\n?/gu, '\n') : plain.replaceAll(WRITTEN_BREAK, '\n').trim();
  if (!lined.includes('\n')) return toLines(lined);
  return lined
    .split(PARAGRAPH_BREAK)
    .map((paragraph) => `<p>${toLines(paragraph)}</p>`)
    .join('');
}

const toLines = (paragraph: string): string =>
  paragraph
    .split('\n')
    .map((line) => escapeText(decodeEntities(line.trim())))
    .join('<br>');

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
