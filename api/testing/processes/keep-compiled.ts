/** Preloaded by servers that tests kill: flushes the compile cache, which Node otherwise writes only at a normal exit. */
import { flushCompileCache } from 'node:module';

const FLUSH_INTERVAL_MS = 1_000;

setInterval(flushCompileCache, FLUSH_INTERVAL_MS).unref();
