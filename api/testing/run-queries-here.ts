import { runHeavyQuery } from '../catalog/reads/heavy-queries.ts';
import type { RunQueries } from '../catalog/reads/query-thread.ts';

/** Runs queries on the calling thread: starting a worker takes longer than the queries of most tests. */
export const runQueriesHere: RunQueries = (database) => ({
  concurrency: Number.POSITIVE_INFINITY,
  async run(name, args) {
    return { value: await runHeavyQuery(database.reader, name, args), costMs: 1 };
  },
  stop: () => Promise.resolve(),
});
