/** Operations of one outbox. */
export interface MutationBatch {
  /** The device's outbox. */
  readonly client: string;
  /** The user whose operations these are; undefined for a visitor's. */
  readonly sub: string | undefined;
  /** Network address of the caller. */
  readonly address: string;
  /** Up to which number the device has stored the results of this outbox. */
  readonly acknowledged?: number | undefined;
  /** As sent. */
  readonly ops: readonly unknown[];
}
