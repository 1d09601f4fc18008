import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ImportError } from '#transfer/file-problems.ts';
import { collectRejectedRows } from './rejected-rows.ts';

/** A device file of Linux that behaves like a file on a full disk. */
const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))(
  'a file of rejected rows that does not fit on the disk is reported at the end',
  async () => {
    const rows = await collectRejectedRows(FULL);
    rows.add({ row: 1, problems: [{ reason: 'has no title' }] });
    await expect(rows.close()).rejects.toThrow(ImportError);
  },
);
