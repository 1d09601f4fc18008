/** A database of this device does not open in time, as behind a tab that blocks it, or its transactions do not end. */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError';

  constructor(database: string) {
    super(`the database ${database} does not answer`);
  }
}

/** The device is full. Nothing of the rejected write is stored. */
export class StorageFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('The storage of this device is full', options);
    this.name = 'StorageFullError';
  }
}

/** Whether a write failed because the device has no room left. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Dexie wraps the browser's error: a single one in `inner`, those of a bulk write in `failures`.
  const { inner, failures = [] } = error as Error & { inner?: unknown; failures?: unknown[] };
  return (
    error.name === 'QuotaExceededError' || [inner, ...failures].some((cause) => cause !== error && isQuotaError(cause))
  );
}

/** Whether an operation failed because the browser has cut the connection, as Safari does for background pages. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'DatabaseClosedError' ||
    error.name === 'InvalidStateError' ||
    /connection.*(lost|closing|closed)/i.test(error.message));

/** Names of the errors of browsers and Dexie for a database that they, or an upgrade, cannot read. */
const DAMAGE_NAMES =
  /^(?:UnknownError|InvalidStateError|NotFoundError|NotReadableError|ConstraintError|DataError|BulkError|TypeError|UpgradeError|OpenFailedError)$/;

/** Whether an error says that a database fails because of its content, so that another attempt is likely to fail as well. */
export const isDamageError = (error: unknown): boolean =>
  error instanceof Error && DAMAGE_NAMES.test(error.name) && !isQuotaError(error);
