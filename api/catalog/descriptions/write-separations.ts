import { tokenizeHtml } from '#contract/text/html-tokens.ts';
import type { HtmlToken } from '#contract/text/html-tokens.ts';
import { keepSeparations } from '#contract/text/keep-separations.ts';

/** Texts and values stay as written: the sanitiser's own parser knows all entities, and reads them afterwards. */
const asWritten = (raw: string): string => raw;

/** Rewrites tables and unknown blocks of HTML as lines and blocks that descriptions allow. Does not sanitize: the caller does. Pure. */
export const writeSeparations = (html: string): string =>
  [...keepSeparations(tokenizeHtml(html, asWritten))].map(writeToken).join('');

function writeToken(token: HtmlToken): string {
  if (token.type === 'text') return token.text.replaceAll('<', '&lt;');
  if (token.type === 'close') return `</${token.tag}>`;
  const attributes = [...token.attributes].map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`);
  return `<${token.tag}${attributes.join('')}>`;
}
