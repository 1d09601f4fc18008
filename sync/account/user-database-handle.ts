import { DatabaseHandle } from '../database/database-handle.ts';
import { UserDatabase } from '../database/user-database.ts';
import type { UserDatabaseOptions } from '../database/user-database.ts';
import { findUserDatabase } from '../database/user-index.ts';

/** The database of a user's current session, or of the visitor for null. */
export class UserDatabaseHandle extends DatabaseHandle<UserDatabase> {
  readonly #findName: () => Promise<string>;

  constructor(sub: string | null, options: UserDatabaseOptions = {}) {
    const findName = (): Promise<string> => findUserDatabase(sub, options);
    super(async () => new UserDatabase(await findName(), options), options.onOutdated);
    this.#findName = findName;
  }

  /** Whether the session of this database still is the user's; false once the user has signed out in any tab. */
  async isCurrent(): Promise<boolean> {
    const { name } = this;
    if (name === undefined) return true;
    // An index that does not open proves nothing.
    return (await this.#findName().catch(() => name)) === name;
  }
}
