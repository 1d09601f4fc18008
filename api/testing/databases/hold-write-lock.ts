import type { Database } from '../../storage/database.ts';

/** Blocks every other writer of a database; returns a function that unblocks them. */
export async function holdWriteLock({ writer }: Pick<Database, 'writer'>): Promise<() => Promise<void>> {
  const held = await writer.startTransaction().execute();
  return () => held.rollback().execute();
}
