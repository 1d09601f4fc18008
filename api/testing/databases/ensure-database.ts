/** Creates the database of `DATA_DIR`. In a test run on PostgreSQL, server processes load this file before the server itself. */
import { ensureDatabase } from './test-database.ts';

await ensureDatabase(process.env['DATA_DIR'] ?? '');
