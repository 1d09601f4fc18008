/** PostgreSQL cannot store U+0000, and a lone surrogate cannot be written in UTF-8. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

/** Returns whether every database engine of the server can store a text. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
