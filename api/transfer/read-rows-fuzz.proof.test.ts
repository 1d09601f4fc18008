import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FUZZ_SEED, FUZZ_TIMEOUT, fuzz } from '../testing/hostile/fuzz.ts';
import { checkRow } from './check-row.ts';
import { ImportError } from '#transfer/file-problems.ts';
import { openCsvParser } from './open-csv-parser.ts';
import { openSourceFile } from './read-bytes.ts';
import { openRows } from '#transfer/read-rows.ts';
import type { SourceRow } from '#transfer/source-row.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-rows-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  title: `Ring "${index}", fine 🎁`,
  price: '1.5',
  category: 'A\nB',
}));
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const FILES = {
  csv: Buffer.from(
    ['title,price,category', ...ROWS.map((row) => Object.values(row).map(quote).join(','))].join('\r\n'),
  ),
  lines: Buffer.from(ROWS.map((row) => JSON.stringify(row)).join('\n')),
  array: Buffer.from(JSON.stringify(ROWS, null, 1)),
};

/** Reads rows up to the end or an `ImportError`. @throws any other error */
async function collect(open: () => Promise<{ rows: AsyncIterable<readonly SourceRow[]> }>): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  try {
    for await (const batch of (await open()).rows) rows.push(...batch);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    expect(error.message).toMatch(/^[A-Z].*\.$/s);
  }
  return rows;
}

const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
      fc.constantFrom(...['"', '\n', ',', '{', '}', '[', '\\', '\u0000'].map((character) => Buffer.from(character))),
    ),
    cut: fc.nat({ max: 30 }),
  }),
  { minLength: 1, maxLength: 5 },
);
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

/** Replaces, removes and inserts bytes of a file. */
const applyDamage = (file: Buffer, damages: Damage): Buffer =>
  damages.reduce((bytes, { at, bytes: added, cut }) => {
    const place = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), added, bytes.subarray(place + cut)]);
  }, file);

test(
  `a damaged file yields rows that can be checked and at most one ImportError (seed ${FUZZ_SEED})`,
  FUZZ_TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(FILES)),
        damage,
        fc.integer({ min: 1, max: 400 }),
        async (file, damages, size) => {
          const bytes = applyDamage(file, damages);
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          const rows = await collect(() => openRows(Readable.from(pieces) as AsyncIterable<Buffer>, { openCsvParser }));
          // Every row that was read is checked: the result is a write or problems.
          for (const row of rows) {
            if (!('fields' in row)) continue;
            const checked = checkRow('affiliate', row);
            expect('write' in checked || checked.problems.length > 0).toBe(true);
          }
          expect(rows.length).toBeLessThan(2_000);
        },
      ),
      fuzz(300),
    );
  },
);

test(
  `a damaged gzip file yields what it still holds, or an ImportError (seed ${FUZZ_SEED})`,
  FUZZ_TIMEOUT,
  async () => {
    const packed = gzipSync(FILES.csv);
    const path = join(folder, 'rows.csv.gz');
    await fc.assert(
      fc.asyncProperty(damage, async (damages) => {
        await writeFile(path, applyDamage(packed, damages));
        const file = await openSourceFile(path);
        try {
          await collect(() => openRows(file.bytes, { openCsvParser }));
        } finally {
          await file.close();
        }
      }),
      fuzz(120),
    );
  },
);
