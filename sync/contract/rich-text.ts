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
