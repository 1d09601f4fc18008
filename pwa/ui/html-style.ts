import { DEFAULT_TEXT_SIZE, MAX_TEXT_SIZE, MIN_TEXT_SIZE, TEXT_FONTS } from '#contract/rich-text.ts';
import type { TextFont } from '#contract/rich-text.ts';

/** What the style of a piece of text may say. */
export interface TextStyle {
  readonly sizePx?: number;
  readonly font?: TextFont;
}

const SIZE = /^(\d{1,2})(?:\.\d{1,3})?px$/;

/** Size and font of a `style` attribute, if they are among those that a description may have; nothing else of it counts. */
export function parseTextStyle(style: string | undefined): TextStyle {
  const found: { sizePx?: number; font?: TextFont } = {};
  for (const declaration of (style ?? '').split(';')) {
    const [name, ...rest] = declaration.split(':');
    const value = rest.join(':').trim();
    if (name?.trim().toLowerCase() === 'font-size') {
      const size = Number.parseFloat(SIZE.test(value) ? value : '');
      if (size >= MIN_TEXT_SIZE && size <= MAX_TEXT_SIZE) found.sizePx = size;
    } else if (name?.trim().toLowerCase() === 'font-family') {
      // The first family counts; what follows stands in for it.
      const family = value.split(',')[0]?.replaceAll(/["']/g, '').trim().toLowerCase();
      const font = TEXT_FONTS.find((known) => known.toLowerCase() === family);
      if (font) found.font = font;
    }
  }
  return found;
}

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
