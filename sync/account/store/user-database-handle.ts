import { DatabaseHandle } from '../../database/database-handle.ts';
import { UserDatabase } from './user-database.ts';
import type { UserDatabaseOptions } from './user-database.ts';
import { awaitSessionDatabase, findSessionDatabase } from './user-index.ts';

/** The database of a user's current session, or of the visitor for null. */
export class UserDatabaseHandle extends DatabaseHandle<UserDatabase> {
  /** The user; null for the visitor. */
  readonly sub: string | null;
  readonly #options: UserDatabaseOptions;

  constructor(sub: string | null, options: UserDatabaseOptions = {}) {
    super(async () => new UserDatabase(await awaitSessionDatabase(sub, options), options), options);
    this.sub = sub;
    this.#options = options;
  }

  /** Whether this database still is that of the user's session; false once the user has signed out in any tab. */
  async isCurrent(): Promise<boolean> {
    return (await this.#findSession()) === this.name;
  }

  /** Whether the user has signed out and in again since, in any tab. */
  async isReplaced(): Promise<boolean> {
    const current = await this.#findSession();
    return current !== undefined && current !== this.name;
  }

  async #findSession(): Promise<string | undefined> {
    const { name } = this;
    if (name === undefined || this.sub === null) return name;
    // An index that does not open proves nothing.
    return findSessionDatabase(this.sub, this.#options).catch(() => name);
  }
}
