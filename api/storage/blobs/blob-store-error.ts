/** Why a blob store could not do what it was asked for; the codes of `storage-fault.ts`. */
export type BlobStoreErrorCode =
  /** It did not answer, or only with faults of its own, for as long as a call waits. */
  | 'BLOBS_UNREACHABLE'
  /** It answered that the settings, the rights or the clock of this server are wrong; trying again does not help. */
  | 'BLOBS_REJECTED'
  /** It has no room left. */
  | 'BLOBS_FULL';

/** A fault of a blob store elsewhere; its message says what failed and why, without secrets. */
export class BlobStoreError extends Error {
  readonly code: BlobStoreErrorCode;
  /** Whether an earlier call has already met the fault: a line of the log for each further call would add nothing. */
  readonly isRepeated: boolean;
  constructor(
    code: BlobStoreErrorCode,
    message: string,
    { isRepeated = false, ...options }: ErrorOptions & { readonly isRepeated?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'BlobStoreError';
    this.code = code;
    this.isRepeated = isRepeated;
  }
}
