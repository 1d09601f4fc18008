/** Loaded before a server that tests start and kill many times: writes down what was compiled, which Node does by itself only at a good end. */
import { flushCompileCache } from 'node:module';

const FLUSH_INTERVAL_MS = 1_000;

setInterval(flushCompileCache, FLUSH_INTERVAL_MS).unref();
