import { tokenizeHtml } from '#contract/text/html-tokens.ts';
import { BLOCK_TAGS, VOID_TAGS } from '#contract/text/rich-text.ts';

const LINE_TAGS = new Set<string>([...BLOCK_TAGS, ...VOID_TAGS]);
/** The character at the end of a text that the log has cut. */
const CUT = '…';

/** Returns the text of a description with a line for each of its blocks; a description that was cut inside a tag ends with `…`, too. */
export function htmlToLines(html: string): string {
  let text = '';
  for (const token of tokenizeHtml(html)) {
    if (token.type === 'text') text += token.text.replaceAll(/[\r\n\t]+/g, ' ');
    else if (LINE_TAGS.has(token.tag)) text += '\n';
  }
  const lines = text.split('\n').map((line) => line.trim());
  const shown = lines.filter((line) => line !== '').join('\n');
  return html.endsWith(CUT) && !shown.endsWith(CUT) ? `${shown} ${CUT}` : shown;
}
