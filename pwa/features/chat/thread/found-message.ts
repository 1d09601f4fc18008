/** The position of a message that a search has found. */
export interface FoundMessage {
  /** The number that the server gave it in its chat. */
  readonly seq: number;
  /** The words that it was found by. */
  readonly words: string;
}

const PARAMETER = 'message';

/** Returns the query of a chat's page that shows a message; for a message without a number, the query opens the chat at its end. */
export function formatFoundMessage(search: string, seq: number | null): string {
  const parameters = new URLSearchParams(search);
  if (seq === null) parameters.delete(PARAMETER);
  else parameters.set(PARAMETER, String(seq));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Parses the query of a chat's page; undefined when it names no message, or a malformed one. */
export function parseFoundMessage(search: string): FoundMessage | undefined {
  const parameters = new URLSearchParams(search);
  const seq = parameters.get(PARAMETER) ?? '';
  return /^[1-9]\d{0,9}$/.test(seq) ? { seq: Number(seq), words: (parameters.get('q') ?? '').trim() } : undefined;
}
