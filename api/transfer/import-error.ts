/** A file cannot be read, or not to its end; the message is a sentence for the operator. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportError';
  }
}
