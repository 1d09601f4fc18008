import { MAX_TEXT_SIZE, MIN_TEXT_SIZE, TEXT_FONTS } from './rich-text.ts';
import type { TextFont } from './rich-text.ts';

/** Allowed style of a piece of text. */
export interface TextStyle {
  readonly sizePx?: number;
  readonly font?: TextFont;
}

const SIZE = /^(\d{1,2})(?:\.\d{1,3})?px$/;

/** Parses size and font of a `style` attribute, if allowed in descriptions; the rest is ignored. */
export function parseTextStyle(style: string | undefined): TextStyle {
  const found: { sizePx?: number; font?: TextFont } = {};
  for (const declaration of (style ?? '').split(';')) {
    const [name, ...rest] = declaration.split(':');
    const value = rest.join(':').trim();
    if (name?.trim().toLowerCase() === 'font-size') {
      const size = Number.parseFloat(SIZE.test(value) ? value : '');
      if (size >= MIN_TEXT_SIZE && size <= MAX_TEXT_SIZE) found.sizePx = size;
    } else if (name?.trim().toLowerCase() === 'font-family') {
      // The first family counts; the others are fallbacks.
      const family = value.split(',')[0]?.replaceAll(/["']/g, '').trim().toLowerCase();
      const font = TEXT_FONTS.find((known) => known.toLowerCase() === family);
      if (font) found.font = font;
    }
  }
  return found;
}

/** Formats a `style` attribute in its canonical form; '' for none. */
export const formatTextStyle = ({ sizePx, font }: TextStyle): string =>
  [sizePx !== undefined && `font-size: ${sizePx}px`, font && `font-family: ${font.includes(' ') ? `'${font}'` : font}`]
    .filter(Boolean)
    .join('; ');
