import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian installs it among the libraries of the machine's architecture. */
const LIBRARY = spawnSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null']).stdout.toString().trim();

/** Why processes cannot have a wall clock of their own, as an addition to a test's title; undefined when they can. */
export const FAKE_TIME_MISSING =
  LIBRARY !== '' && existsSync(LIBRARY) ? undefined : ' (skipped: the package faketime is not installed)';

/** Gives a process a wall clock of its own; `FAKETIME` is its offset, such as `+5`, in seconds. Pauses are measured as usual. */
export const FAKE_TIME_ENV = { LD_PRELOAD: LIBRARY, FAKETIME_DONT_FAKE_MONOTONIC: '1' } as const;
