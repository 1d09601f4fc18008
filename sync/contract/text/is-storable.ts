/** PostgreSQL holds no U+0000, and a lone surrogate has no UTF-8. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

/** Returns whether every engine of the server can hold a text. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
