import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Returns the path prefix for `mkdtemp`: in memory where the system has such a folder, for speed. */
export const tempFolderPrefix = (): string => join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'hexlime-simulation-');
