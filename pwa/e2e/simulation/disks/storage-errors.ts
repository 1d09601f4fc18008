import { isQuotaError } from '#sync/database/storage-errors.ts';

const NAMES: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'QuotaExceededError',
  'StorageBlockedError',
  'UnknownError',
]);

/** Returns whether an error means that the device's storage failed. The user sees such an error and may try again. */
export function isStorageError(error: unknown): error is Error {
  return error instanceof Error && (NAMES.has(error.name) || isQuotaError(error));
}
