import { MAX_TEXT_DEPTH } from '#contract/text/rich-text.ts';

const INLINE = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'code', 'span']);
/** Blocks that contain text and no other block. */
const TEXT_BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']);
const LISTS = new Set(['ul', 'ol']);
const VOID = new Set(['br', 'hr']);
/** A tag without attributes, or a character that must not occur in plain text. */
const TAG_OR_MARKUP = /<(\/?)([a-z][a-z0-9]*)>|[<>]|&(?!(?:amp|lt|gt);)/g;

/**
 * Returns true when HTML is in the form that sanitizing produces: elements without attributes, nested as every parser understands it.
 * Most descriptions of a catalogue have this form and skip the parser. False means that only the parser can tell. Pure.
 */
export function isCleanHtml(html: string): boolean {
  const open: string[] = [];
  TAG_OR_MARKUP.lastIndex = 0;
  for (let match; (match = TAG_OR_MARKUP.exec(html)) !== null;) {
    const [, slash, tag] = match;
    if (tag === undefined) return false;
    if (slash === '/') {
      if (open.pop() !== tag) return false;
    } else {
      if (!mayNestIn(open.at(-1), tag)) return false;
      if (!VOID.has(tag)) open.push(tag);
      if (open.length > MAX_TEXT_DEPTH) return false;
    }
  }
  return open.length === 0;
}

function mayNestIn(parent: string | undefined, tag: string): boolean {
  if (tag === 'li') return parent !== undefined && LISTS.has(parent);
  if (INLINE.has(tag) || tag === 'br') return parent === undefined || !LISTS.has(parent);
  if (LISTS.has(tag)) return parent === undefined || parent === 'li';
  return parent === undefined && (TEXT_BLOCKS.has(tag) || tag === 'hr');
}
