import { createHash } from 'node:crypto';

/** Sources of a policy that allow exactly what a document has inline: `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const SCRIPTS = /<script((?:\s[^>]*)?)>([^]*?)<\/script>/gi;
const STYLES = /<style(?:\s[^>]*)?>([^]*?)<\/style>/gi;
/** Scripts with their own file, and data that nothing runs. */
const NOT_RUN_INLINE = /\ssrc\s*=|\stype\s*=\s*["']?(?:application\/(?:ld\+)?json|speculationrules)/i;

/** Hashes of the scripts and style sheets that a build has put into its document. */
export function findInlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(SCRIPTS)]
    .filter(([, attributes = '']) => !NOT_RUN_INLINE.test(attributes))
    .map(([, , text = '']) => hash(text));
  return { scripts, styles: [...html.matchAll(STYLES)].map(([, text = '']) => hash(text)) };
}

/** Browsers read line ends as `\n` before they hash. */
const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n')).digest('base64')}'`;
