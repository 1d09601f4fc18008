/** A message that a search has found: its place in its chat. */
export interface FoundMessage {
  /** Its number in its chat, which the server gives. */
  readonly seq: number;
  /** The words that it was found by. */
  readonly words: string;
}

const PARAMETER = 'message';

/** Returns the query of a chat's page that shows a message; that of a message without a number opens the chat at its end. */
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
