/** A database of this device does not open in time, as behind a tab that blocks it. */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError';

  constructor(database: string) {
    super(`the database ${database} does not open`);
  }
}
