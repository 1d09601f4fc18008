/** A search for a reply that is being typed in the text of a message. */
export interface ReplyQuery {
  /** The index of its slash. */
  readonly start: number;
  /** The text after the slash. */
  readonly words: string;
}

/** A slash at the beginning or after white space: one within a word, such as "and/or", is text. */
const QUERY = /(?:^|\s)\/((?:[^\s/][^\n/]*)?)$/;

/** Finds the search that ends at the caret; undefined without one. */
export function findReplyQuery(text: string, caret: number): ReplyQuery | undefined {
  const words = QUERY.exec(text.slice(0, caret))?.[1];
  return words === undefined ? undefined : { start: caret - words.length - 1, words };
}
