import fs from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a small file of the server's own user as a whole: after a power cut there is the old content or the new one, and once this has returned, the new one. */
export function writeFileDurably(file: string, content: string): void {
  const folder = dirname(file);
  fs.mkdirSync(folder, { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  withOpen(temporary, 'w', (handle) => {
    fs.writeFileSync(handle, content);
    // A renamed file whose bytes are not on the disk is an empty one after a power cut.
    fs.fsyncSync(handle);
  });
  fs.renameSync(temporary, file);
  // The new name is part of the folder.
  withOpen(folder, 'r', (handle) => fs.fsyncSync(handle));
}

function withOpen(path: string, flags: string, use: (handle: number) => void): void {
  const handle = fs.openSync(path, flags, 0o600);
  try {
    use(handle);
  } finally {
    fs.closeSync(handle);
  }
}
