// White space, zero-width characters, direction marks, fillers, and the Braille blank.
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Trims and composes a message's text; returns '' when none of it is visible. */
export const trimMessage = (text: string): string => (UNSEEN.test(text) ? '' : text.normalize('NFC').trim());
