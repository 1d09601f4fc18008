import { MAX_TEXT_DEPTH } from '#contract/text/rich-text.ts';

const INLINE = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'code', 'span']);
/** Blocks that hold words, and no other block. */
const TEXT_BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']);
const LISTS = new Set(['ul', 'ol']);
const VOID = new Set(['br', 'hr']);
/** A plain tag, or whatever is not plain text. */
const TAG_OR_TROUBLE = /<(\/?)([a-z][a-z0-9]*)>|[<>]|&(?!(?:amp|lt|gt);)/g;

/**
 * Whether a text is plainly in the form that sanitising gives: elements without attributes, one inside of another as every parser
 * understands it. Most descriptions of a catalogue are, and then need no parser. False says nothing. Pure.
 */
export function isCleanHtml(html: string): boolean {
  const open: string[] = [];
  TAG_OR_TROUBLE.lastIndex = 0;
  for (let match; (match = TAG_OR_TROUBLE.exec(html)) !== null;) {
    const [, slash, tag] = match;
    if (tag === undefined) return false;
    if (slash === '/') {
      if (open.pop() !== tag) return false;
    } else {
      if (!mayStandIn(open.at(-1), tag)) return false;
      if (!VOID.has(tag)) open.push(tag);
      if (open.length > MAX_TEXT_DEPTH) return false;
    }
  }
  return open.length === 0;
}

function mayStandIn(parent: string | undefined, tag: string): boolean {
  if (tag === 'li') return parent !== undefined && LISTS.has(parent);
  if (INLINE.has(tag) || tag === 'br') return parent === undefined || !LISTS.has(parent);
  if (LISTS.has(tag)) return parent === undefined || parent === 'li';
  return parent === undefined && (TEXT_BLOCKS.has(tag) || tag === 'hr');
}
