import type { Database } from '../storage/database.ts';
import type { Leases } from './leases.ts';
import { createPostgresLeases } from '../nodes/postgres/postgres-leases.ts';

/** Leases of a single node: it does all work. */
export const ALONE: Leases = {
  async runAlone(_name, _pauseMs, work) {
    await work(new AbortController().signal);
    return true;
  },
  countHeld: () => 0,
};

/** Creates the leases of a database's nodes. */
export const createLeases = (database: Database): Leases =>
  database.source.engine === 'sqlite' ? ALONE : createPostgresLeases(database);
