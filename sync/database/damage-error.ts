import { isQuotaError } from './quota-error.ts';

/** What browsers and Dexie report of a database that they, or an upgrade, cannot read. */
const NAMES =
  /^(?:UnknownError|InvalidStateError|NotFoundError|NotReadableError|ConstraintError|DataError|BulkError|TypeError|UpgradeError|OpenFailedError)$/;

/** Whether a database fails for what is in it: another attempt would fail as well. */
export const isDamageError = (error: unknown): boolean =>
  error instanceof Error && NAMES.test(error.name) && !isQuotaError(error);
