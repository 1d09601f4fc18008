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
