import { createHash } from 'node:crypto';

/** Content-security-policy sources (`'sha256-…'`) that allow exactly the inline scripts and styles of a document. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const SCRIPTS = /<script((?:\s[^>]*)?)>([^]*?)<\/script>/gi;
const STYLES = /<style(?:\s[^>]*)?>([^]*?)<\/style>/gi;
/** Scripts that have a file of their own, and data blocks, which browsers do not execute. */
const NOT_RUN_INLINE = /\ssrc\s*=|\stype\s*=\s*["']?(?:application\/(?:ld\+)?json|speculationrules)/i;

/** Returns the hashes of the inline scripts and style sheets of a document. */
export function findInlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(SCRIPTS)]
    .filter(([, attributes = '']) => !NOT_RUN_INLINE.test(attributes))
    .map(([, , text = '']) => hash(text));
  return { scripts, styles: [...html.matchAll(STYLES)].map(([, text = '']) => hash(text)) };
}

/** Browsers normalize line ends to `\n` before they hash. */
const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n')).digest('base64')}'`;
