import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/** Next to the code: whoever can write to this folder can change what runs, just as with the code. */
const FOLDER = join(import.meta.dirname, '..', 'node_modules', '.cache', 'hexlime-compiled');

/**
 * Reuses scripts that an earlier process has compiled: the program that removes their types would stay in memory, and compiling takes half
 * of the time of a start. Threads and processes that are started later reuse the scripts too. Without a writable folder, as in the
 * container image, nothing is stored.
 */
export function reuseCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
}

/** Stores what has been compiled so far, which Node does only at a normal exit. */
export const storeCompiled = (): void => flushCompileCache();
