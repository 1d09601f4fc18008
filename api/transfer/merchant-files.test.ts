import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRows } from '#transfer/read-rows.ts';
import type { SourceRow } from '#transfer/source-row.ts';
import type { ImportResult } from '#contract/products/admin-product.ts';
import { createAdministrator } from '#api/testing/clients/administrator.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { databaseSettings, ensureDatabase } from '#api/testing/databases/test-database.ts';
import { EXIT, runImport } from './import-command.ts';
import { openCsvParser } from './open-csv-parser.ts';
import { openSourceFile } from './read-bytes.ts';

const FOLDER = join(import.meta.dirname, '../testing/merchant-files');

const REPEATS = 'repeats the key of row 1: only the first row with a key is imported';
const DOLLARS = 'must be dollars such as 19.99, without sign, exponent or grouping';

interface Expected {
  readonly code: number;
  /** The lines printed before the summary. */
  readonly said: readonly string[];
  readonly summary: string;
  /** The stored products, by the named columns. */
  readonly columns: readonly string[];
  readonly products: readonly (readonly unknown[])[];
}

const FILES: Readonly<Record<string, Expected>> = {
  'variants-one-key.csv': {
    code: EXIT.someRejected,
    said: [`row 2 (line 3) ${REPEATS}`, `row 3 (line 4) ${REPEATS}`],
    summary: 'Read 4: added 2, changed 0, unchanged 0, rejected 2;',
    columns: ['external_id', 'title', 'price_cents'],
    products: [
      ['TSHIRT', 'Logo shirt small', 1_900],
      ['MUG', 'Mug', 900],
    ],
  },
  'semicolon-decimal-comma.csv': {
    code: EXIT.ok,
    said: [],
    summary: 'Read 3: added 3, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'price_cents'],
    products: [
      ['SC-1', 1_999],
      ['SC-2', 129_900],
      ['SC-3', 2_000],
    ],
  },
  'excel-blank-rows.csv': {
    code: EXIT.ok,
    said: [],
    summary: 'Read 2: added 2, changed 0, unchanged 0, rejected 0, blank 3;',
    columns: ['external_id'],
    products: [['BR-1'], ['BR-2']],
  },
  'header-capitals.csv': {
    code: EXIT.ok,
    said: [],
    summary: 'Read 1: added 1, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'title', 'price_cents', 'rate', 'availability', 'link'],
    products: [['HK-1', 'Public case part 1', 1_050, 4, 'YES', 'https://shop.example/p/1']],
  },
  'prices-of-the-world.csv': {
    code: EXIT.someRejected,
    said: [
      `row 11 (line 12): price "1e3" ${DOLLARS}`,
      'row 12 (line 13): price "-5" must not be below 0',
      `row 13 (line 14): price "free" ${DOLLARS}`,
      'row 14 (line 15): price "€19,99" is in another currency: prices are US dollars',
    ],
    summary: 'Read 15: added 11, changed 0, unchanged 0, rejected 4;',
    columns: ['external_id', 'price_cents'],
    products: [
      ['PW-0', 1_999],
      ['PW-1', 1_999],
      ['PW-2', 1_999],
      ['PW-3', 129_900],
      ['PW-4', 1_999],
      ['PW-5', 99],
      ['PW-6', 1_900],
      ['PW-7', 1_900],
      ['PW-8', 0],
      ['PW-9', 0],
      ['PW-14', 1_999],
    ],
  },
  'availability-and-ratings.csv': {
    code: EXIT.ok,
    said: ['row 6 (line 7): rate "4.5" is rounded: ratings are whole stars'],
    summary: 'Read 9: added 9, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'rate', 'availability'],
    products: [
      ...['AR-0', 'AR-1', 'AR-2', 'AR-3', 'AR-4'].map((key) => [key, 4, 'YES']),
      ['AR-5', 5, 'YES'],
      ['AR-6', 4, 'YES'],
      ['AR-7', 4, 'YES'],
      ['AR-8', 0, 'YES'],
    ],
  },
  'barcodes-from-excel.csv': {
    code: EXIT.ok,
    said: [
      'row 1 (line 2): barcode "1.23457E+12" is left out: a spreadsheet has rounded it; make the column text and enter the number again',
    ],
    summary: 'Read 9: added 9, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'barcode'],
    products: [
      ['BC-0', ''],
      ['BC-1', '0012345678905'],
      ['BC-2', '0012345678905'],
      ['BC-3', '4006381333931'],
      ['BC-4', '4006381333931'],
      ['BC-5', '4006381333931'],
      ['BC-6', ''],
      ['BC-7', ''],
      ['BC-8', ''],
    ],
  },
  'numbers.json': {
    code: EXIT.ok,
    said: [],
    summary: 'Read 3: added 3, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'price_cents', 'rate'],
    products: [
      ['JN-1', 1_999, 4],
      ['JN-2', 0, 0],
      ['3', 500, 0],
    ],
  },
  'plain-text-description.csv': {
    code: EXIT.ok,
    said: [],
    summary: 'Read 2: added 2, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'description'],
    products: [
      [
        'PT-1',
        '<p>Features:<br>Size: small &amp; medium<br>TDP &lt;65 W and &gt;15 W<br>Fits M2 &lt;b-key&gt; slots</p><p>Each one is unique.</p>',
      ],
      ['PT-2', '<p>First line<br>Second line</p><p>Third</p>'],
    ],
  },
  'table-description.csv': {
    code: EXIT.ok,
    said: [],
    summary: 'Read 1: added 1, changed 0, unchanged 0, rejected 0;',
    columns: ['external_id', 'title', 'price_cents'],
    products: [['TB-1', 'Part with a table', 500]],
  },
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-merchant-'));
  await ensureDatabase(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function importByCommand(name: string) {
  let printed = '';
  const output = new Writable({
    write(chunk, _encoding, callback) {
      printed += String(chunk);
      callback();
    },
  });
  const settings = { ...databaseSettings(dataDir), DATA_DIR: dataDir };
  const code = await runImport([join(FOLDER, name), '--shop', 'pc'], settings, output);
  const lines = printed.trimEnd().split('\n');
  return { code, said: lines.slice(0, -1), summary: lines.at(-1) };
}

test.each(Object.entries(FILES))(
  'the command imports %s, and a second import changes nothing',
  async (name, expected) => {
    const { code, said, summary } = await importByCommand(name);
    expect({ code, said }).toEqual({ code: expected.code, said: expected.said });
    expect(summary).toContain(expected.summary);

    const added = expected.products.length;
    const again = await importByCommand(name);
    expect(again).toMatchObject({ code, said });
    expect(again.summary).toContain(`added 0, changed 0, unchanged ${added}, `);

    const app = await startTestApp({ dataDir });
    try {
      const rows = await app.context.database.reader.selectFrom('product').selectAll().orderBy('id').execute();
      const stored = rows.map((row) =>
        expected.columns.map((column) => (row as unknown as Record<string, unknown>)[column]),
      );
      expect(stored).toEqual(expected.products);
    } finally {
      await app.stop();
    }
  },
);

test.each(Object.entries(FILES))('the import call and the command agree on %s', async (name, { said, products }) => {
  const file = await openSourceFile(join(FOLDER, name));
  const rows: SourceRow[] = [];
  for await (const batch of (await openRows(file.bytes, { openCsvParser })).rows) rows.push(...batch);
  await file.close();
  const sent = rows.filter((row) => 'fields' in row);
  const app = await startTestApp({ dataDir });
  try {
    const admin = await createAdministrator(app);
    const body = { rows: sent.map(({ fields }) => fields), dryRun: true };
    const reply = await admin.call('POST', '/api/import-products?shop=pc', body);
    const results = reply.body['results'] as ImportResult[];
    const remarks = results.flatMap(({ outcome, field, reason = '', notes = [] }, index) =>
      [...(outcome === 'rejected' ? [{ field, reason }] : []), ...notes].map(
        (remark) => `row ${sent[index]?.row} ${remark.field ?? ''} ${remark.reason}`,
      ),
    );
    const bySaid = said.map((line) => line.replace(/ \(line \d+\):?/, '').replace(/ "[^"]*"/, ''));
    expect(remarks.map((line) => line.replaceAll(/ {2,}/g, ' '))).toEqual(bySaid);
    expect(results.filter(({ outcome }) => outcome === 'added')).toHaveLength(products.length);
  } finally {
    await app.stop();
  }
});

test('every file of the folder of merchant files is tested', async () => {
  const names = (await readdir(FOLDER)).filter((name) => !name.endsWith('.md'));
  expect(names.toSorted()).toEqual(Object.keys(FILES).toSorted());
});
