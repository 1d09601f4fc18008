/** The move cannot continue; the message is a sentence for the operator. */
export class MoveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveError';
  }
}
