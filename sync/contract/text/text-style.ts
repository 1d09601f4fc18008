import { MAX_TEXT_SIZE, MIN_TEXT_SIZE, TEXT_FONTS } from './rich-text.ts';
import type { TextFont } from './rich-text.ts';

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

/** The `style` attribute that says this, in its one form; '' for none. */
export const formatTextStyle = ({ sizePx, font }: TextStyle): string =>
  [sizePx !== undefined && `font-size: ${sizePx}px`, font && `font-family: ${font.includes(' ') ? `'${font}'` : font}`]
    .filter(Boolean)
    .join('; ');
