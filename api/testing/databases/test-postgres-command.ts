/**
 * `npm run test:postgres`: runs the API's tests on PostgreSQL, either on the database server that TEST_POSTGRES_URL names, or on a new one
 * that is started from the machine's binaries. Arguments go to vitest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgresServer } from './postgres-server.ts';

const told = process.env['TEST_POSTGRES_URL'];
const server = told === undefined ? await startPostgresServer() : undefined;
const url = told ?? server?.url ?? '';
process.env['TEST_POSTGRES_URL'] = url;
// Imported late: it reads TEST_POSTGRES_URL when it is loaded.
const { createTemplate } = await import('./test-database.ts');
try {
  await createTemplate();
  const [, , ...chosen] = process.argv;
  const files = chosen.length > 0 ? chosen : ['api/'];
  const tests = spawn(
    'npx',
    [
      'vitest',
      'run',
      ...['api', 'proofs', 'proofs-servers', 'proofs-nodes'].map((name) => `--project=${name}`),
      ...files,
    ],
    {
      stdio: 'inherit',
    },
  );
  const [code] = (await once(tests, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await server?.stop();
}
