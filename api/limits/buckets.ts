import type { Rate } from './token-buckets.ts';

/** A value, or a promise of it where other nodes are asked. */
export type MaybePromise<T> = T | Promise<T>;

/** Tokens that a caller may use, and when there are more. */
export interface Reservation {
  readonly tokens: number;
  /** Until the bucket holds another token; 0 when all that were wanted are reserved. */
  readonly retryAfterSeconds: number;
}

/** The port of rate limits: one bucket of tokens per name. Never fails; without other nodes it answers at once. */
export interface Buckets {
  /** Takes a token; returns the seconds to wait when the bucket is empty. */
  take(name: string): MaybePromise<number | undefined>;
  /** Takes as many tokens as there are, up to a number. */
  reserve(name: string, wanted: number): MaybePromise<Reservation>;
  /** Puts unused tokens back, in the background. */
  giveBack(name: string, tokens: number): void;
}

/** Where the buckets of a shop are. */
export interface BucketStore {
  /** Opens the buckets of a limit. `kind` is the name of the limit, the same on all nodes. */
  open(kind: string, rate: Rate): Buckets;
  /** Whether nodes are meant to count together. */
  readonly isShared: boolean;
  /** Returns whether this node counts as it is meant to: with the others if the store is shared. */
  isHealthy(): boolean;
  close(): void;
}
