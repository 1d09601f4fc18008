/** The value of a counter after a commit; see `history.repository.ts`. */
export interface HistoryTable {
  counter: string;
  seq: number;
  /** Random, so that a restored database that reaches the same number again has another nonce. */
  nonce: string;
}
