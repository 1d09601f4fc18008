/**
 * Whether this process may start servers of other programs (PostgreSQL, Valkey, an object store). Tests of `npm test` may not; the same
 * files run with such servers in the project `proofs-servers` (`vitest.config.ts`). Commands and journeys may.
 */
export const ARE_SERVERS_TESTED = process.env['VITEST'] === undefined || process.env['PROOFS'] === '1';
