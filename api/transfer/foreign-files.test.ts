import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mapRows } from '#transfer/foreign/row-mapper.ts';
import { proposeMapping } from '#transfer/foreign/mapping.ts';
import type { SourceRow } from '#transfer/source-row.ts';
import { openRows } from '#transfer/read-rows.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { countDownloads } from '#api/images/downloads/image-download.repository.ts';
import { signInImageClient } from '#api/testing/clients/image-client.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { databaseSettings, ensureDatabase } from '#api/testing/databases/test-database.ts';
import { FOREIGN_FILES } from '#api/testing/foreign-files.ts';
import { startLyingImageSite } from '#api/testing/images/lying-image-site.ts';
import type { LyingImageSite } from '#api/testing/images/lying-image-site.ts';
import { openCsvParser } from './open-csv-parser.ts';
import { EXIT, runImport } from './import-command.ts';

let site: LyingImageSite;
beforeAll(async () => void (site = await startLyingImageSite()));
afterAll(() => site.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-foreign-'));
  await ensureDatabase(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(text: string, args: readonly string[]) {
  await writeFile(join(folder, 'export'), text);
  let printed = '';
  const output = new Writable({
    write(chunk, _encoding, callback) {
      printed += String(chunk);
      callback();
    },
  });
  const settings = { ...databaseSettings(folder), DATA_DIR: folder };
  return {
    code: await runImport([join(folder, 'export'), ...args], settings, output, { linkRules: site.rules }),
    printed,
  };
}

async function listProducts(shop: ShopKey) {
  const app = await startTestApp({ dataDir: folder });
  try {
    const { reader } = app.context.database;
    return await reader.selectFrom('product').selectAll().where('shop', '=', shop).orderBy('id').execute();
  } finally {
    await app.stop();
  }
}

/** Returns how many images the product with this title has: none for every fifth product, `images` for the rest. */
const imagesOf = (title: string, images: number): number =>
  Number(/(\d+)(?: –.*)?$/u.exec(title)?.[1]) % 5 === 0 ? 0 : images;

test.each(Object.entries(FOREIGN_FILES))(
  '[IMP3] a file of %s becomes a shop with images when an administrator imports it',
  async (_name, { text, hasVariants, images }) => {
    const { offer } = getShop('smart');
    async function* bytes() {
      yield Buffer.from(text(site.link('')));
    }
    const app = await startTestApp({ dataDir: folder, images: { linkRules: site.rules } });
    try {
      const admin = await signInImageClient(app);
      const { rows: batches } = await openRows(bytes(), { openCsvParser });
      const rows: SourceRow[] = [];
      for await (const batch of batches) rows.push(...batch);
      const names = [...new Set(rows.flatMap((row) => ('fields' in row ? Object.keys(row.fields) : [])))];
      const proposed = proposeMapping(offer, names);
      const mapping = { ...proposed, constants: { ...proposed.constants, main_category: 'Home' } };
      const mapped = mapRows(rows, mapping, offer).flatMap((row) => ('fields' in row ? [row.fields] : []));
      const reply = await admin.call('POST', '/api/import-products?shop=smart', { rows: mapped, dryRun: false });
      expect(reply.status).toBe(200);
      const { reader } = app.context.database;
      await expect.poll(() => countDownloads(reader, 'smart')).toMatchObject({ waiting: 0, failed: 0 });
      const products = await reader.selectFrom('product').select(['title', 'imagecount']).execute();
      expect(products).toHaveLength(hasVariants ? 40 : 35);
      for (const { title, imagecount } of products)
        expect([title, imagecount]).toEqual([title, imagesOf(title, images)]);
    } finally {
      await app.stop();
    }
  },
);

test.each(Object.entries(FOREIGN_FILES))(
  '[IMP1] [IMP3] a file of %s becomes a shop with images by one command, and a second import changes nothing',
  async (name, { text, hasVariants, images }) => {
    const args = ['--shop', 'smart', '--set', 'main_category=Home'];
    const first = await run(text(site.link('')), args);
    const count = hasVariants ? 40 : 35;
    expect(first.printed).toContain(
      `This is ${name === 'spreadsheet' ? 'a spreadsheet' : `a file of ${name.replace(', XML', '')}`}.`,
    );
    // Two products have the same key: the second is rejected with a message that names the row of the first.
    expect(first.printed).toMatch(/ repeats the key of row \d+/);
    expect(first.printed).toContain(`added ${count}, changed 0, unchanged 0, rejected 1;`);
    // Amazon's own product numbers are not reported as invalid barcodes.
    expect(first.printed).not.toContain('barcode');
    expect(first.printed).toContain(', 0 failed\n');
    expect(first.code).toBe(EXIT.someRejected);
    const products = await listProducts('smart');
    expect(products).toHaveLength(count);
    expect(products[2]).toMatchObject({
      external_id: 'good-3',
      title: '12" pan, cast iron 3',
      main_category: 'Home',
      price_cents: 995,
      availability: 'YES',
    });
    expect(products[2]?.description).toContain('<li>No. 3 🧵</li>');
    if (hasVariants)
      expect(products.slice(5, 7).map(({ title }) => title)).toEqual([
        'Wool “Alpine” blanket 6 – Red',
        expect.stringMatching(/ – Blue,? dark$/),
      ]);
    expect(products.find(({ external_id }) => external_id === 'good-7')?.availability).toBe('NO');
    expect(products.find(({ external_id }) => external_id === 'good-9')?.price_cents).toBe(0);
    for (const { title, imagecount } of products) expect([title, imagecount]).toEqual([title, imagesOf(title, images)]);
    const askedBefore = new Map(site.asked);
    const second = await run(text(site.link('')), args);
    expect(second.printed).toContain(`added 0, changed 0, unchanged ${count}, rejected 1;`);
    expect(second.printed).toContain(', 0 failed\n');
    expect(site.asked).toEqual(askedBefore);
  },
);

test('[IMP1] used goods in a file of eBay become conditions of products in the shop that sells by condition', async () => {
  const { code } = await run(FOREIGN_FILES.eBay.text(), ['--shop', 'ayz']);
  expect(code).toBe(EXIT.someRejected);
  const products = await listProducts('ayz');
  expect(products).toHaveLength(40);
});

test('[IMP2] --map and --set say what columns stand for, and a dry run says in one paragraph what would happen', async () => {
  const text = 'Bezeichnung;Nummer;Betrag\nLampe;L-1;9,50\nStuhl;L-2;€5\n';
  const unknown = await run(text, ['--shop', 'smart']);
  expect(unknown.code).toBe(EXIT.nothingRead);
  expect(unknown.printed).toBe(
    'No column says what the products are called: none of the names of the columns is known. ' +
      'They are "Bezeichnung", "Nummer", "Betrag". Say it with --map "COLUMN=title".\n',
  );
  const maps = ['--map', 'bezeichnung=title', '--map', 'Nummer=external_id', '--map', 'Betrag=price'];
  const args = ['--shop', 'smart', ...maps, '--set', 'main_category=Haus'];
  const { printed } = await run(text, [...args, '--dry-run']);
  expect(printed).toContain('  Bezeichnung → title ("Lampe")\n');
  expect(printed).toContain('row 2 (line 3): price "€5" is in another currency: prices are US dollars\n');
  expect(printed).toContain(
    'The file has 2 rows. An import would add 1 product, change 0 and leave 0 as they are; 1 row would be rejected, for the reasons above.',
  );
  expect(await listProducts('smart')).toEqual([]);
  await run(text, args);
  expect(await listProducts('smart')).toMatchObject([{ title: 'Lampe', category: 'Haus', price_cents: 950 }]);
});

test.each([
  ['--map', 'Name', 'Write --map "THEIR COLUMN=our_column" and --set our_column=VALUE, not "Name".', EXIT.usage],
  ['--map', 'Name=colour', 'There is no "colour" in this shop.', EXIT.usage],
  ['--set', 'colour=red', 'There is no "colour" in this shop.', EXIT.usage],
  ['--map', 'Colour=title', 'There is no column "Colour" in the file.', EXIT.nothingRead],
])('[IMP2] %s %s is rejected with the reason', async (option, value, reason, code) => {
  const result = await run('Name;SKU\nLamp;L-1\n', ['--shop', 'smart', option, value]);
  expect(result).toMatchObject({ code, printed: expect.stringContaining(reason) });
});

test.each([
  [
    'two headers',
    'Artikel-Text;Lager-Nr;EK\nName;SKU;Price\nLamp;L-1;5\n',
    'Row 1 looks like the names of the columns',
  ],
  [
    'declared entities',
    '<!DOCTYPE rss [<!ENTITY a "b">]><rss><item><title>&a;</title></item></rss>',
    'The XML declares names',
  ],
  ['a page', '<!doctype html><html></html>', 'The XML is no feed of products: it begins with <html>'],
])('[IMP2] a file with %s is rejected with the reason', async (_what, text, reason) => {
  const { code, printed } = await run(text, ['--shop', 'smart']);
  expect(printed).toContain(reason);
  expect(code).toBe(EXIT.nothingRead);
});
