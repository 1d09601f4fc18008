/** The server is newer than this page, and what it sends cannot be read here: a reload brings a page that can. */
export class NewerServerError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server is newer than this page', options);
    this.name = 'NewerServerError';
  }
}
