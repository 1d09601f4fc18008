/**
 * Whether tests of this process may start servers of other programs (PostgreSQL, Valkey, an object store). Those of `npm test` may not: the same
 * files run with them in the project `proofs-servers` (`vitest.config.ts`). Commands and journeys may.
 */
export const ARE_SERVERS_TESTED = process.env['VITEST'] === undefined || process.env['PROOFS'] === '1';
