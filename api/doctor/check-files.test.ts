import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNFINISHED } from '../backup/create-backup.ts';
import { readConfig } from '../config/config.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../testing/processes/small-disk.ts';
import { checkBackups, checkFiles } from './check-files.ts';

const reason = await whyNoSmallDisk();

it('a backup that is not complete does not count', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-doctor-'));
  const nowMs = Date.now();
  for (const [name, days] of [
    ['one', 3],
    [`two${UNFINISHED}`, 0],
  ] as const) {
    await mkdir(join(folder, name));
    const atSeconds = nowMs / 1_000 - days * 86_400;
    await utimes(join(folder, name), atSeconds, atSeconds);
  }
  const found = await checkBackups(folder, nowMs);
  expect(found.map(({ text }) => text)).toContain(`The newest backup in ${folder} is 3 days old.`);
  await rm(folder, { recursive: true });
});

describe.skipIf(reason !== '')(`a disk with little room${reason}`, () => {
  it('is named by the doctor', async () => {
    const disk = await mountSmallDisk(24_000_000);
    try {
      const found = await checkFiles(readConfig({ DATA_DIR: join(disk.folder, '.') }));
      expect(found.map(({ level, text }) => `${level}: ${text}`)).toContainEqual(
        expect.stringMatching(
          /^problem: The disk of \S+ has 2\d MB left: free some space, or orders are rejected soon\.$/,
        ),
      );
    } finally {
      await disk.unmount();
    }
  });
});
