import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate disk in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk except for some bytes, until `free` is called. */
  fill(leaveBytes?: number): Promise<void>;
  free(): Promise<void>;
  /** Remounts the disk read-only. @throws Error when a file on it is open for writing */
  makeReadOnly(): void;
  unmount(): Promise<void>;
}

const run = (command: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${String(stderr)}`);
};

/** Mounts a disk of a size in bytes. @throws Error when this user may not mount */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(leaveBytes = 0) {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(filler, 'a');
      await file.write(Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
      await file.close();
    },
    free: () => rm(filler, { force: true }),
    makeReadOnly: () => run('mount', '-o', 'remount,ro', folder),
    async unmount() {
      run('umount', folder);
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns a suffix for test titles when this machine cannot mount disks; empty otherwise. */
export async function whyNoSmallDisk(): Promise<string> {
  try {
    await (await mountSmallDisk(65_536)).unmount();
    return '';
  } catch {
    return ' (skipped: this user may not mount a disk)';
  }
}
