import { resolve } from 'node:path';
import type { DatabaseSource } from '../storage/database-source.ts';

const SQLITE_PREFIX = /^sqlite:(\/\/(?=\/))?/;
const POSTGRES_PROTOCOLS: ReadonlySet<string | undefined> = new Set(['postgres:', 'postgresql:']);

/** Returns whether a text names a database: `sqlite:` with a path, or the URL of a PostgreSQL database. */
export function isDatabaseUrl(text: string): boolean {
  if (SQLITE_PREFIX.test(text)) return text.replace(SQLITE_PREFIX, '') !== '';
  const url = URL.parse(text);
  return POSTGRES_PROTOCOLS.has(url?.protocol) && url?.hostname !== '' && (url?.pathname.length ?? 0) > 1;
}

/** Returns the database that a URL names. */
export function toDatabaseSource(url: string): DatabaseSource {
  if (!SQLITE_PREFIX.test(url)) return { engine: 'postgres', url };
  return { engine: 'sqlite', file: resolve(url.replace(SQLITE_PREFIX, '')) };
}
