/**
 * Byte text: one character for each byte of a text's UTF-8. JavaScript engines store a text in two bytes per character once a single
 * character is beyond Latin-1, and one title of a catalogue is enough for that. A search in byte texts finds the same as one in the
 * original texts, and byte texts sorted by code units are in the order of the originals' code points.
 */

import { HASH_START, hashText, hashUnit } from './hash-text.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes turned into characters in one call: the arguments of a call are limited. */
const BYTES_PER_CALL = 8_192;
const BEYOND_ASCII = /[\u0080-\u00ff]/g;
const RUN_BEYOND_ASCII = /[\u0080-\uffff]+/g;
/** Above this share of extra bytes, beyond one for each character, a text is read byte by byte. */
const LARGE_SHARE = 1 / 64;
/** Approximate number of characters that `mapLines` decodes at once, in whole lines. */
const DECODED_AT_ONCE = 65_536;

export const toByteText = (text: string): string => {
  const bytes = encoder.encode(text);
  return bytes.length === text.length ? text : readBytes(bytes);
};

/** Decodes UTF-8 to a byte text. @throws TypeError when it is not UTF-8 */
export function decodeByteText(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  const more = bytes.length - text.length;
  // Nearly all texts are entirely or mostly ASCII, which native code decodes.
  if (more === 0) return text;
  return more > text.length * LARGE_SHARE ? readBytes(bytes) : decodeParts(bytes, text);
}

/** Decodes runs of ASCII, with one character a byte, separately from the rest. `text`: the bytes decoded as UTF-8. */
function decodeParts(bytes: Uint8Array, text: string): string {
  const parts: string[] = [];
  let decoded = 0;
  let more = 0;
  for (const { 0: run, index } of text.matchAll(RUN_BEYOND_ASCII)) {
    const start = index + more;
    const encoded = toByteText(run);
    parts.push(decoder.decode(bytes.subarray(decoded, start)), encoded);
    decoded = start + encoded.length;
    more += encoded.length - run.length;
  }
  parts.push(decoder.decode(bytes.subarray(decoded)));
  return parts.join('');
}

export function fromByteText(text: string): string {
  if (text.search(BEYOND_ASCII) === -1) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return decoder.decode(bytes);
}

/** Applies a function to the lines of a byte text, many lines at once. Only lines with characters beyond ASCII need decoding. */
export function mapLines(text: string, map: (lines: string) => string): string {
  const parts: string[] = [];
  const add = (start: number, end: number): void => {
    if (start < end) parts.push(toByteText(map(fromByteText(text.slice(start, end)))));
  };
  /** Start and end of the lines with characters beyond ASCII that have been found and not added yet. */
  let first = 0;
  let last = 0;
  for (let hit = findBeyondAscii(text, 0); hit !== -1; hit = findBeyondAscii(text, last)) {
    const start = text.lastIndexOf('\n', hit) + 1;
    if (start > last || last - first > DECODED_AT_ONCE) {
      add(first, last);
      add(last, start);
      first = start;
    }
    last = text.indexOf('\n', hit) + 1 || text.length;
  }
  add(first, last);
  add(last, text.length);
  return parts.join('');
}

/** Returns the position of the first character beyond ASCII from `from` on; -1 if there is none. */
function findBeyondAscii(text: string, from: number): number {
  BEYOND_ASCII.lastIndex = from;
  return BEYOND_ASCII.exec(text)?.index ?? -1;
}

/** Returns the `hashText` of the text that a part of a byte text stands for. */
export function hashByteText(text: string, start: number, end: number): number {
  let hash = HASH_START;
  let all = 0;
  for (let at = start; at < end; at++) {
    const byte = text.charCodeAt(at);
    all |= byte;
    hash = hashUnit(hash, byte);
  }
  return all < 0x80 ? hash >>> 0 : hashText(fromByteText(text.slice(start, end)));
}

function readBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BYTES_PER_CALL)
    // A spread argument would be seven times slower. `apply` is typed for arrays only, but takes typed arrays as well.
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + BYTES_PER_CALL) as unknown as number[]);
  return text;
}
