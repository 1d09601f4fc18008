import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteDatabase } from '#api/storage/sqlite/sqlite-database.ts';
import { generateProducts, REAL_CATALOGUE_SIZE } from '#api/testing/generate-products.ts';

/** The real catalogue beside the project, if it exists; otherwise one of its size is generated. */
const REAL_FILE = join(import.meta.dirname, '../../../shared/data/pc-parts.jsonl.gz');
/** Heap limit of the import; less than all rows together would need. */
const HEAP_MB = 32;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-scale-'));
  file = existsSync(REAL_FILE) ? REAL_FILE : await makeFile(join(folder, 'products.jsonl.gz'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makeFile(path: string): Promise<string> {
  function* lines() {
    for (const { external_id, fields } of generateProducts()) yield `${JSON.stringify({ external_id, ...fields })}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path));
  return path;
}

async function importWithSmallHeap(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, join(import.meta.dirname, 'import-command.ts'), file, '--shop', 'pc'],
    { env: { ...process.env, DATA_DIR: folder } },
  );
  return stdout;
}

async function readState() {
  const database = openSqliteDatabase(join(folder, 'hexlime.sqlite'));
  try {
    const shop = await database.reader.selectFrom('shop').selectAll().where('key', '=', 'pc').executeTakeFirstOrThrow();
    const times = await database.reader
      .selectFrom('product')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('updated_at').as('times')])
      .executeTakeFirstOrThrow();
    return { shop, times };
  } finally {
    await database.close();
  }
}

/** The test takes half a minute on two cores, so it runs at night only. `import-command.proof.test.ts` imports smaller files. */
const isNight = process.env['NIGHT'] === '1';

test.runIf(isNight)(
  'a catalogue larger than the heap is imported, and a second import changes nothing',
  async () => {
    const count = REAL_CATALOGUE_SIZE.toLocaleString('en');
    expect(await importWithSmallHeap()).toContain(`Read ${count}: added ${count}, changed 0, unchanged 0, rejected 0`);
    const before = await readState();
    expect(before.shop).toMatchObject({ count: REAL_CATALOGUE_SIZE, seq: REAL_CATALOGUE_SIZE });

    expect(await importWithSmallHeap()).toContain(`added 0, changed 0, unchanged ${count}, rejected 0`);
    expect(await readState()).toEqual(before);
  },
  180_000,
);
