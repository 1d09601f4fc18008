/** A part of a message's text; a link if it has an `href`. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

// An address ends at bidirectional and zero-width characters, which could make it look like another one.
const ADDRESS = /https?:\/\/[^\s<>"'`\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]+/gi;
/** Punctuation after an address that does not belong to it. */
const SENTENCE_ENDS = '.,;:!?*_~…。，、！？';
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text into parts that add up to it. Only addresses that start with http:// or https:// are links. */
export function listLinkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = cutSentence(match[0]);
    const href = readAddress(address);
    if (href === undefined) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) });
  return parts;
}

/** Cuts off characters that belong to the sentence around an address: a full stop, or a bracket that was opened before the address. */
function cutSentence(found: string): string {
  const counts = new Map<string, number>();
  for (const char of found) counts.set(char, (counts.get(char) ?? 0) + 1);
  const countOf = (char: string): number => counts.get(char) ?? 0;
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    const opening = OPENING[last];
    const isOpenedOutside = opening !== undefined && countOf(last) > countOf(opening);
    if (!isOpenedOutside && !SENTENCE_ENDS.includes(last)) break;
    counts.set(last, countOf(last) - 1);
  }
  return found.slice(0, end);
}

/** Returns the link's target; undefined for an invalid address, and for one with credentials that could be mistaken for its host. */
function readAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, username, password } = new URL(address);
  return username === '' && password === '' ? href : undefined;
}
