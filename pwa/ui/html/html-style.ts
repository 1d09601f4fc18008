import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import type { TextFont } from '#contract/text/rich-text.ts';
import type { TextStyle } from '#contract/text/text-style.ts';

/** How a text of a style is drawn. Sizes follow the size of text that the reader has set: the editor's 16 px are one of those. */
export const toCss = ({ sizePx, font }: TextStyle): TextCss => ({
  ...(sizePx !== undefined && { fontSize: `${sizePx / DEFAULT_TEXT_SIZE}rem`, lineHeight: '1.3' }),
  ...(font !== undefined && { fontFamily: `"${font}", ${FALLBACKS[font]}` }),
});

export interface TextCss {
  readonly fontSize?: string;
  readonly lineHeight?: string;
  readonly fontFamily?: string;
}

/** What stands for a font that the device does not have. */
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
