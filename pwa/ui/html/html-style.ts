import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import type { TextFont } from '#contract/text/rich-text.ts';
import type { TextStyle } from '#contract/text/text-style.ts';

/** Returns the CSS of a text style. Sizes are relative to the reader's own text size: the editor's 16 px are 1 rem. */
export const toCss = ({ sizePx, font }: TextStyle): TextCss => ({
  ...(sizePx !== undefined && { fontSize: `${sizePx / DEFAULT_TEXT_SIZE}rem`, lineHeight: '1.3' }),
  ...(font !== undefined && { fontFamily: `"${font}", ${FALLBACKS[font]}` }),
});

export interface TextCss {
  readonly fontSize?: string;
  readonly lineHeight?: string;
  readonly fontFamily?: string;
}

/** Fallbacks for fonts that the device lacks. */
const FALLBACKS: Record<TextFont, string> = {
  Georgia: 'serif',
  Arial: 'sans-serif',
  'Courier New': 'monospace',
  'Times New Roman': 'serif',
  Impact: 'sans-serif',
  'Comic Sans MS': 'cursive',
  Flash: 'fantasy',
  Neon80s: 'cursive',
  'Pixel LCD': 'monospace',
};
