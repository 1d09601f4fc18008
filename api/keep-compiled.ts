import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/** Beside the code: write access to it is the right to change what runs, as it is to the code. */
const FOLDER = join(import.meta.dirname, '..', 'node_modules', '.cache', 'hexlime-compiled');

/**
 * Reads scripts that an earlier process has compiled. Removing their types takes a program of its own, which stays in memory, and compiling them is
 * half of a start. Threads and processes that are started later do the same. Without a folder that can be written to, as in the image, nothing is kept.
 */
export function reuseCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
}

/** Stores what has been compiled so far, which Node does only at a normal exit. */
export const storeCompiled = (): void => flushCompileCache();
