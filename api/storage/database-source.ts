import { existsSync } from 'node:fs';

/** Where the rows are, in a form that can be passed to threads and processes. */
export type DatabaseSource = { readonly engine: 'sqlite'; readonly file: string } | ServerSource;

/** A database on a server. */
export interface ServerSource {
  readonly engine: 'postgres';
  readonly url: string;
}

/** Returns how messages name a database, without its password. */
export function nameDatabase(source: DatabaseSource): string {
  if (source.engine === 'sqlite') return source.file;
  const url = new URL(source.url);
  url.password = '';
  url.search = '';
  return url.href;
}

/** Returns whether a database may exist: a file must be there; a server is only asked when the database is opened. */
export const mayExist = (source: DatabaseSource): boolean => source.engine === 'postgres' || existsSync(source.file);

/** Returns the file of a database. @throws RangeError when it has none */
export function fileOf(source: DatabaseSource): string {
  if (source.engine === 'sqlite') return source.file;
  throw new RangeError(`the database ${nameDatabase(source)} is not a file`);
}
