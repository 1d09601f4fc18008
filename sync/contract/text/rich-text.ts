/** Range of text sizes in px of a description, and the default. */
export const MIN_TEXT_SIZE = 1;
export const MAX_TEXT_SIZE = 50;
export const DEFAULT_TEXT_SIZE = 16;

/** Fonts of descriptions, by the name in the editor. */
export const TEXT_FONTS = [
  'Georgia',
  'Arial',
  'Courier New',
  'Times New Roman',
  'Impact',
  'Comic Sans MS',
  'Flash',
  'Neon80s',
  'Pixel LCD',
] as const;
export type TextFont = (typeof TEXT_FONTS)[number];

/** Allowed elements of a description. Others are removed and their text stays, except for `SKIPPED_TAGS`. */
export const INLINE_TAGS = ['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'code', 'a', 'span'] as const;
export const BLOCK_TAGS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'div',
] as const;
export const VOID_TAGS = ['br', 'hr', 'img'] as const;
/** Elements whose content is not text: they are removed completely. */
export const SKIPPED_TAGS =
  'script style template noscript iframe object embed svg math title textarea select xmp noembed noframes'.split(' ');
/** Deeper nesting, which no real text has, is flattened. */
export const MAX_TEXT_DEPTH = 40;
