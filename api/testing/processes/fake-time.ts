import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Path of libfaketime, which Debian installs in a folder named after the machine's architecture; empty when it is missing. */
const LIBRARY = spawnSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null']).stdout.toString().trim();

/** Suffix for titles of tests that are skipped because processes cannot have a separate wall clock; undefined when they can. */
export const FAKE_TIME_MISSING =
  LIBRARY !== '' && existsSync(LIBRARY) ? undefined : ' (skipped: the package faketime is not installed)';

/** Gives a process a wall clock of its own; `FAKETIME` is its offset, such as `+5`, in seconds. Timers run as usual. */
export const FAKE_TIME_ENV = { LD_PRELOAD: LIBRARY, FAKETIME_DONT_FAKE_MONOTONIC: '1' } as const;
