/** A stretch of the data's history, from the start of a server to the next one. */
export interface DataLineTable {
  number: number;
  /** Random: a restored database begins other lines under the same numbers. */
  id: string;
  /** Time in ms. */
  started_at: number;
  /** All counters at its start, as JSON by name. */
  counters: string;
}
