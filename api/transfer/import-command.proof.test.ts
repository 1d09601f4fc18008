import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { EXIT, runImport } from './import-command.ts';
import { openTarget } from './import-target.ts';
import { readConfig } from '#api/config/config.ts';
import { databaseSettings, ensureDatabase, ON_SQLITE } from '#api/testing/databases/test-database.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-import-'));
  dataDir = join(folder, 'data');
  await ensureDatabase(dataDir);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command on a file with this content; returns the exit code and the output. */
async function run(content: string | Buffer | undefined, args: readonly string[] = ['--shop', 'pc'], env = {}) {
  const file = join(folder, 'products');
  if (content !== undefined) await writeFile(file, content);
  let printed = '';
  const output = new Writable({
    write(chunk, _encoding, callback) {
      printed += String(chunk);
      callback();
    },
  });
  const code = await runImport([file, ...args], { ...databaseSettings(dataDir), DATA_DIR: dataDir, ...env }, output);
  return { code, printed };
}

const listProducts = async () => {
  const app = await startTestApp({ dataDir });
  try {
    return await app.context.database.reader
      .selectFrom('product')
      .select(['id', 'external_id', 'title', 'price_cents', 'rate', 'seq', 'updated_at', 'imagecount'])
      .orderBy('id')
      .execute();
  } finally {
    await app.stop();
  }
};

const row = (number: number, more: object = {}) => ({
  external_id: `part-${number}`,
  title: `Part ${number}`,
  main_category: 'Cooling',
  category: 'Fan',
  price: `${number}.5`,
  ...more,
});
const rows = (count: number) => Array.from({ length: count }, (_value, index) => row(index + 1));
const asLines = (list: readonly object[]) => list.map((item) => JSON.stringify(item)).join('\n');
const asCsv = (list: readonly Record<string, unknown>[]) => {
  const columns = Object.keys(list[0] ?? {});
  return [columns, ...list.map((item) => columns.map((column) => item[column]))]
    .map((cells) => cells.join(','))
    .join('\r\n');
};

describe('an import', () => {
  test.each([
    ['CSV', asCsv(rows(1_234))],
    ['JSON lines', asLines(rows(1_234))],
    ['JSON', JSON.stringify(rows(1_234))],
    ['gzipped CSV', gzipSync(asCsv(rows(1_234)))],
    ['gzipped JSON lines', gzipSync(asLines(rows(1_234)))],
    ['gzipped JSON', gzipSync(JSON.stringify(rows(1_234)))],
  ])('of %s adds its rows, and changes nothing the second time', async (_format, content) => {
    const first = await run(content);
    expect(first.code).toBe(EXIT.ok);
    expect(first.printed).toMatch(
      /Read 1,234: added 1,234, changed 0, unchanged 0, rejected 0; [\d.]+ s, [\d,]+ rows\/s/,
    );
    const before = await listProducts();
    expect(before).toHaveLength(1_234);
    expect(before[1]).toMatchObject({ id: 2, external_id: 'part-2', title: 'Part 2', price_cents: 250, imagecount: 0 });

    const second = await run(content);
    expect(second.code).toBe(EXIT.ok);
    expect(second.printed).toContain('added 0, changed 0, unchanged 1,234, rejected 0');
    expect(await listProducts()).toEqual(before);
  });

  test('changes what differs, and keeps omitted fields and images', async () => {
    await run(asLines([row(1, { rate: 4 }), row(2)]));
    const target = await openTarget(readConfig({ ...databaseSettings(dataDir), DATA_DIR: dataDir }).database);
    const images = { imagecount: 3, placeholder: 'x' };
    const rules = { rows: [1], earlier: new Map<number, number>(), idsMatch: true };
    await target.save('pc', [{ id: 1, fields: {}, images }], rules, [[]]);
    await target.close();
    const before = await listProducts();

    const { printed } = await run(
      asLines([{ external_id: 'part-1', price: '7' }, { id: 2, title: 'Part 2', price: '8' }, row(3)]),
    );
    expect(printed).toContain('Read 3: added 1, changed 2, unchanged 0, rejected 0');
    const [one, two, three] = await listProducts();
    expect(one).toMatchObject({ title: 'Part 1', price_cents: 700, rate: 4, imagecount: 3 });
    expect(two).toMatchObject({ title: 'Part 2', price_cents: 800, external_id: 'part-2' });
    expect(three).toMatchObject({ id: 3, title: 'Part 3' });
    expect(one?.seq).toBeGreaterThan(before[0]?.seq ?? Infinity);
  });

  test('is noticed by a running server', async () => {
    const app = await startTestApp({ dataDir });
    try {
      await run(asLines(rows(700)));
      await expect
        .poll(
          async () =>
            ((await (await fetch(`${app.url}/api/products?shop=pc`)).json()) as { products: object[] }).products.length,
          { timeout: 10_000 },
        )
        .toBe(700);
    } finally {
      await app.stop();
    }
  });
});

describe('rejected rows', () => {
  const mixed = [
    row(1),
    row(2, { price: '1e3' }),
    row(3, { price: '-5' }),
    row(4, { colour: 'red' }),
    { external_id: 'part-5', title: 'No shelf' },
    row(6),
  ];

  test('are reported by row, field and reason, and do not prevent others', async () => {
    const { code, printed } = await run(asLines(mixed));
    expect(code).toBe(EXIT.someRejected);
    expect(printed.split('\n').slice(0, 5)).toEqual([
      'row 2 (line 2): price "1e3" must be dollars such as 19.99, without sign, exponent or grouping',
      'row 3 (line 3): price "-5" must not be below 0',
      'row 4 (line 4): colour "red" is not a column of this shop',
      'row 5 (line 5): main_category must not be empty',
      expect.stringContaining('Read 6: added 2, changed 0, unchanged 0, rejected 4'),
    ]);
    expect((await listProducts()).map(({ title }) => title)).toEqual(['Part 1', 'Part 6']);
  });

  test('are announced once when CSV has a column that the shop does not have', async () => {
    const { code, printed } = await run(asCsv([row(1, { colour: 'red' }), row(2, { colour: 'blue' })]));
    expect(code).toBe(EXIT.someRejected);
    expect(printed.match(/Not columns of this shop: "colour"/g)).toHaveLength(1);
    expect(printed).toContain('rejected 2');
  });

  test('are printed up to the 50th, and all are written to a file', async () => {
    const errors = join(folder, 'errors.csv');
    const wrong = rows(120).map((item) => ({ ...item, price: 'a "b", c' }));
    const { printed } = await run(asLines(wrong), ['--shop', 'pc', '--errors', errors]);
    expect(printed.match(/^row \d+/gm)).toHaveLength(50);
    expect(printed).toContain(`… and 70 more rejected rows; all are in ${errors}`);
    const lines = (await readFile(errors, 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(121);
    expect(lines[0]).toBe('row,line,external_id,field,value,reason');
    expect(lines[120]).toBe(
      '120,120,part-120,price,"a ""b"", c","must be dollars such as 19.99, without sign, exponent or grouping"',
    );
  });
});

describe('an id of the file', () => {
  const foreign = [
    { id: 1, title: 'Woollen scarf', main_category: 'Clothes', category: 'Scarves', price: '9' },
    { id: 2, title: 'part 2', price: '8' },
    { id: 3, price: '7' },
    { id: 40, title: 'New', main_category: 'Clothes', category: 'Scarves' },
  ];

  test('changes no product with another title, unless --match-ids is given', async () => {
    await run(asLines(rows(3)));
    const { code, printed } = await run(asLines(foreign));
    expect(code).toBe(EXIT.someRejected);
    expect(printed.split('\n').slice(0, 4)).toEqual([
      'row 1 (line 1): id is the number of a product with another title: "Part 1"',
      'row 3 (line 3): id is the number of a product with another title: "Part 3"',
      '2 rows have the ids of products with other titles. If the ids of this file are those of the shop, add --match-ids; if not, leave out the column.',
      expect.stringContaining('Read 4: added 1, changed 1, unchanged 0, rejected 2'),
    ]);
    expect((await listProducts()).map(({ title, price_cents }) => [title, price_cents])).toEqual([
      ['Part 1', 150],
      ['part 2', 800],
      ['Part 3', 350],
      ['New', 0],
    ]);

    expect((await run(asLines(foreign), ['--shop', 'pc', '--match-ids'])).printed).toContain(
      'added 0, changed 2, unchanged 2, rejected 0',
    );
    expect((await listProducts()).map(({ title, price_cents }) => [title, price_cents])).toEqual([
      ['Woollen scarf', 900],
      ['part 2', 800],
      ['Part 3', 700],
      ['New', 0],
    ]);
  });

  test('of a row that changes nothing needs no --match-ids', async () => {
    await run(asLines(rows(1)));
    expect(await run(asLines([{ id: 1, price: '1.5' }]))).toMatchObject({ code: EXIT.ok });
  });
});

describe('rows with the same key', () => {
  const repeated = [
    row(1),
    row(1, { price: '2' }),
    row(2, { price: 'free' }),
    row(2, { price: '3' }),
    row(2, { price: '4' }),
    row(3),
  ];

  test('are rejected after the first valid row, and a second import changes nothing', async () => {
    const first = await run(asLines(repeated));
    expect(first.code).toBe(EXIT.someRejected);
    expect(first.printed.split('\n').slice(0, 4)).toEqual([
      'row 3 (line 3): price "free" must be dollars such as 19.99, without sign, exponent or grouping',
      'row 2 (line 2) repeats the key of row 1: only the first row with a key is imported',
      'row 5 (line 5) repeats the key of row 4: only the first row with a key is imported',
      expect.stringContaining('Read 6: added 3, changed 0, unchanged 0, rejected 3'),
    ]);
    const before = await listProducts();
    expect(before.map(({ price_cents }) => price_cents)).toEqual([150, 300, 350]);
    expect((await run(asLines(repeated))).printed).toContain('added 0, changed 0, unchanged 3, rejected 3');
    expect(await listProducts()).toEqual(before);
  });

  test('are found across batches, and when one row names the product by its id', async () => {
    const many = [...rows(1_500), row(7, { price: '99' }), { id: 8, title: 'Part 8', price: '99' }];
    const { printed } = await run(asLines(many));
    expect(printed).toContain('row 1501 (line 1501) repeats the key of row 7');
    expect(printed).toContain('row 1502 (line 1502) repeats the key of row 8');
    expect(printed).toContain('Read 1,502: added 1,500, changed 0, unchanged 0, rejected 2');
  });
});

describe('a dry run', () => {
  test('says what each row would change, before and after', async () => {
    await run(asLines([row(1, { description: '<p>Quiet</p>' }), row(2)]));
    const changed = [row(1, { price: '12,50', description: '<p>Loud</p>' }), row(2, { rate: '4.5' })];
    const { printed } = await run(asLines(changed), ['--shop', 'pc', '--dry-run']);
    expect(printed.split('\n').slice(0, 3)).toEqual([
      'row 1 (line 1) changes product 1 "Part 1": description "<p>Quiet</p>" → "<p>Loud</p>", price "1.5" → "12.5"',
      'row 2 (line 2) changes product 2 "Part 2": rate "0" → "5"',
      'row 2 (line 2): rate "4.5" is rounded: ratings are whole stars',
    ]);
    expect((await run(asLines(changed))).printed).not.toContain('→');
  });

  test('lists 50 changes and says how many more there are', async () => {
    await run(asLines(rows(60)));
    const { printed } = await run(asLines(rows(60).map((item) => ({ ...item, rate: 3 }))), [
      '--shop',
      'pc',
      '--dry-run',
    ]);
    expect(printed.match(/ changes product /g)).toHaveLength(50);
    expect(printed).toContain('… and 10 more changed rows');
  });

  test('reports what would happen and changes nothing', async () => {
    await run(asLines(rows(10)));
    const before = await listProducts();
    const files = await readdir(tmpdir());
    const changed = asLines([row(1), row(2, { price: '99' }), row(11), row(12, { rate: 9 })]);
    const { code, printed } = await run(changed, ['--shop', 'pc', '--dry-run']);
    expect(code).toBe(EXIT.someRejected);
    expect(printed).toContain('Dry run, nothing was saved. Read 4: added 1, changed 1, unchanged 1, rejected 1');
    expect(await listProducts()).toEqual(before);
    expect(
      (await readdir(tmpdir())).filter((name) => name.startsWith('hexlime-dry-run-') && !files.includes(name)),
    ).toEqual([]);
  });

  test.runIf(ON_SQLITE)('creates no database', async () => {
    await mkdir(dataDir);
    const { code, printed } = await run(asLines(rows(3)), ['--shop', 'pc', '--dry-run']);
    expect([code, await readdir(dataDir)]).toEqual([EXIT.ok, []]);
    expect(printed).toContain('added 3');
  });
});

describe('a failed import', () => {
  test.each([
    ['an unknown shop', ['--shop', 'toys'], 'There is no shop "toys".'],
    ['no shop', [], 'Name the shop with --shop.'],
    ['two files', ['other.csv', '--shop', 'pc'], 'Only one file at a time'],
    ['an unknown option', ['--shop', 'pc', '--force'], '--force'],
  ])('with %s is a usage error', async (_what, args, sentence) => {
    const { code, printed } = await run(asLines(rows(1)), args);
    expect(code).toBe(EXIT.usage);
    expect(printed).toContain(sentence);
    expect(printed).toContain(
      'Usage: npm run import -- FILE --shop default|ayz|pc|smart [--dry-run] [--match-ids] [--errors FILE]',
    );
  });

  test('with an invalid setting is a usage error', async () => {
    expect((await run(asLines(rows(1)), ['--shop', 'pc'], { PORT: 'x' })).code).toBe(EXIT.usage);
  });

  test.each([
    ['a missing file', undefined, 'there is no such file'],
    ['an empty file', '', 'The file is empty.'],
    ['a CSV file with a header only', 'title,price\n', 'The file has no rows.'],
    [
      'a damaged gzip file',
      Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
      'The gzip data are damaged or incomplete.',
    ],
  ])('of %s is explained in a sentence', async (_what, content, sentence) => {
    const { code, printed } = await run(content);
    expect(code).toBe(EXIT.nothingRead);
    expect(printed).toContain(sentence);
  });

  test.runIf(ON_SQLITE)('into a database that cannot be opened is explained, with its own exit code', async () => {
    await writeFile(join(folder, 'blocked'), 'no folder');
    const { code, printed } = await run(asLines(rows(1)), ['--shop', 'pc'], { DATA_DIR: join(folder, 'blocked') });
    expect(code).toBe(EXIT.failed);
    expect(printed).toMatch(/^The import failed: .+\. Rows saved before stay saved\.\n$/);
  });

  test('of JSON that is cut off imports the rows before the cut, and reports the fault', async () => {
    const text = JSON.stringify(rows(1_500));
    const { code, printed } = await run(text.slice(0, text.indexOf('"part-1201"')));
    expect(code).toBe(EXIT.someRejected);
    expect(printed).toContain('The JSON is cut off after row 1200. The rows before it were read.');
    expect(await listProducts()).toHaveLength(1_200);
  });
});
