import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a small file as a whole: after a power cut there is the old content or the new one, and once this has returned, the new one. */
export function writeFileDurably(file: string, content: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  withOpen(temporary, 'w', (handle) => {
    writeFileSync(handle, content);
    // A renamed file whose bytes are not on the disk is an empty one after a power cut.
    fsyncSync(handle);
  });
  renameSync(temporary, file);
  // The new name is part of the folder.
  withOpen(folder, 'r', fsyncSync);
}

function withOpen(path: string, flags: string, use: (handle: number) => void): void {
  const handle = openSync(path, flags);
  try {
    use(handle);
  } finally {
    closeSync(handle);
  }
}
