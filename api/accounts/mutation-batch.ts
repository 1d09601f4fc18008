/** Operations of one outbox. */
export interface MutationBatch {
  /** Id of the device's outbox. */
  readonly client: string;
  /** The user whose operations these are; undefined for a visitor's. */
  readonly sub: string | undefined;
  /** Network address of the caller. */
  readonly address: string;
  /** Up to which number the device has stored the results of this outbox. */
  readonly acknowledged?: number | undefined;
  /** The operations as sent, not yet checked. */
  readonly ops: readonly unknown[];
}
