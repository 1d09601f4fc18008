// White space, signs without width, turns of direction, fillers, and the blank of Braille.
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A text as a message carries it: without white space around it, and empty where nothing of it can be seen. */
export const trimMessage = (text: string): string => (UNSEEN.test(text) ? '' : text.trim());
