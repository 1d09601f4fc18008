import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** The beginning of a new folder's path for `mkdtemp`: in memory where the system has such a place, so that no disk is waited for. */
export const tempFolderPrefix = (): string => join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'hexlime-simulation-');
