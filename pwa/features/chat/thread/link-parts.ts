/** A piece of a message's text; with `href` it is a link. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

// Signs that turn the direction or have no width could make an address look like another one: they end it.
const ADDRESS = /https?:\/\/[^\s<>"'`\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]+/gi;
/** What ends a sentence behind an address does not belong to it. */
const SENTENCE_ENDS = '.,;:!?*_~…。，、！？';
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A text in pieces: addresses that begin with http:// or https:// are links, and nothing else is. The pieces together are the text. */
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

/** Without what belongs to the sentence around it: a full stop, or a bracket that was opened before it. */
function cutSentence(found: string): string {
  const counts = new Map<string, number>();
  for (const sign of found) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const countOf = (sign: string): number => counts.get(sign) ?? 0;
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

/** Undefined where it leads nowhere, and where a name in front of the host could be taken for the host. */
function readAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, username, password } = new URL(address);
  return username === '' && password === '' ? href : undefined;
}
