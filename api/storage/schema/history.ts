/** A number that a commit gave a counter; see `history.repository.ts`. */
export interface HistoryTable {
  counter: string;
  seq: number;
  /** Random: data that was put back to an earlier state gives the number another one. */
  nonce: string;
}
