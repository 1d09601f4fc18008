/** Whether an operation failed because the browser has cut the connection, as Safari does for background pages. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'DatabaseClosedError' ||
    error.name === 'InvalidStateError' ||
    /connection.*(lost|closing|closed)/i.test(error.message));
