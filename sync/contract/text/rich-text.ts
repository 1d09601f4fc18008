/** Sizes in px that a description's text may have, and the one it has when nothing is said. */
export const MIN_TEXT_SIZE = 1;
export const MAX_TEXT_SIZE = 50;
export const DEFAULT_TEXT_SIZE = 16;

/** The fonts that a description may ask for, by the name that the editor shows. */
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

/** Elements that a description may have. Others are left out; their text stays, but for those that hold none for readers. */
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
/** Elements whose content is no text for readers: they are left out whole. */
export const SKIPPED_TAGS =
  'script style template noscript iframe object embed svg math title textarea select xmp noembed noframes'.split(' ');
/** Deeper nesting than any real text has is drawn flat. */
export const MAX_TEXT_DEPTH = 40;
