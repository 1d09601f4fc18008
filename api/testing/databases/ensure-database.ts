/** In a run on PostgreSQL, loaded by servers that tests start as processes, before the server itself. */
import { ensureDatabase } from './test-database.ts';

await ensureDatabase(process.env['DATA_DIR'] ?? '');
