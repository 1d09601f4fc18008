/** The file cannot be read, or not further; the message is a plain sentence for the person who imports. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportError';
  }
}
