import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import { parseTextStyle } from '#contract/text/text-style.ts';
import type { TextStyle } from '#contract/text/text-style.ts';
import { toCss } from '#pwa/ui/html/html-style.ts';

const REM = /^\s*font-size\s*:\s*([\d.]+)rem\s*$/i;

/** Returns the CSS of a text node: the same declarations that the shop renders. */
export function toNodeStyle(style: TextStyle): string {
  const { fontSize, lineHeight, fontFamily } = toCss(style);
  return [
    fontSize && `font-size: ${fontSize};`,
    lineHeight && `line-height: ${lineHeight};`,
    fontFamily && `font-family: ${fontFamily};`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Parses CSS written by `toNodeStyle`; sizes in px are accepted as well. */
export const readNodeStyle = (css: string): TextStyle =>
  parseTextStyle(
    css
      .split(';')
      .map((declaration) => {
        const rem = REM.exec(declaration)?.[1];
        return rem === undefined ? declaration : `font-size: ${toPx(rem)}px`;
      })
      .join(';'),
  );

/** Converts rem to px, rounded to the precision of descriptions: three decimal places. */
const toPx = (rem: string): number => Math.round(Number(rem) * DEFAULT_TEXT_SIZE * 1_000) / 1_000;
