import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { createAppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { createImageFinder } from '#api/images/image-finder.ts';
import { drawTestImage } from '#api/testing/clients/image-client.ts';
import { databaseSettings, ensureDatabase } from '#api/testing/databases/test-database.ts';
import { runExport } from './export-command.ts';
import { EXIT, runImport } from './import-command.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'hexlime-round-trip-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (shop: string) => ({
  ...databaseSettings(join(folder, shop)),
  DATA_DIR: join(folder, shop),
  LOG_LEVEL: 'silent',
});

function collect() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, callback) {
      text += String(chunk);
      callback();
    },
  });
  return { stream, text: () => text };
}

async function importInto(shop: string, file: string, ...args: string[]) {
  await ensureDatabase(join(folder, shop));
  const output = collect();
  return {
    code: await runImport([file, '--shop', 'pc', ...args], settingsOf(shop), output.stream),
    printed: output.text(),
  };
}

const exportFrom = (shop: string, ...args: string[]) =>
  runExport(['--shop', 'pc', ...args], settingsOf(shop), { products: collect().stream, messages: collect().stream });

async function readShop(shop: string) {
  const context = await createAppContext(readConfig(settingsOf(shop)));
  try {
    const finder = createImageFinder(context.database, context.blobs);
    const products = await context.database.reader
      .selectFrom('product')
      .select(['id', 'external_id', 'imagecount', 'seq'])
      .where('shop', '=', 'pc')
      .orderBy('id')
      .execute();
    const files = await Promise.all(
      products.flatMap(({ id, imagecount }) =>
        Array.from({ length: imagecount }, async (_value, index) => {
          const found = await finder.find(`PCProducts/${id}/${index + 1}.webp`);
          return found?.blob.tag;
        }),
      ),
    );
    return { products, files };
  } finally {
    await context.close();
  }
}

const PRODUCTS =
  'external_id,title,main_category,category\n12,Lamp,Light,Desk\nSKU/9,Chair,Home,Desk\nrug-2,Rug,Home,Floor\n';

async function makeZip(files: Readonly<Record<string, Uint8Array>>, name = 'images.zip'): Promise<string> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [path, bytes] of Object.entries(files)) await writer.add(path, new Uint8ArrayReader(bytes));
  const zip = await writer.close();
  await writeFile(join(folder, name), new Uint8Array(await zip.arrayBuffer()));
  return join(folder, name);
}

async function writeProducts(): Promise<string> {
  await writeFile(join(folder, 'products.csv'), PRODUCTS);
  return join(folder, 'products.csv');
}

test('[IMP5] images of a ZIP go to products by id or SKU, and an export can be imported elsewhere and twice', async () => {
  await importInto('one', await writeProducts());
  const image = (color: string) => drawTestImage(color, 300, 200);
  const zip = await makeZip({
    'photos/12-2.jpg': await image('blue'),
    'photos/12-1.jpg': await image('red'),
    'photos/12-10.jpg': await image('green'),
    'rug-2.png': await image('yellow'),
    'id-2/1.webp': await image('black'),
    'rug-2/readme.txt': Buffer.from('no image'),
    '__MACOSX/._rug-2.png': Buffer.from('no image'),
    'sofa.png': await image('white'),
    'rug-2_2.jpg': Buffer.from('<html>'),
  });
  const first = await importInto('one', zip);
  expect(first.printed).toContain(`file: images sofa.png ${FIELD_PROBLEMS.noProductOfFile}\n`);
  expect(first.printed).toContain(`file: images rug-2_2.jpg ${FIELD_PROBLEMS.linkNotImage}\n`);
  expect(first.printed).toContain('Images: 5 stored, 0 there already, 2 failed\n');
  expect(first.code).toBe(EXIT.someRejected);
  const before = await readShop('one');
  expect(before.products.map(({ imagecount }) => imagecount)).toEqual([3, 1, 1]);
  expect((await importInto('one', zip)).printed).toContain('Images: 0 stored, 5 there already, 2 failed\n');

  const redirects = join(folder, 'old.csv');
  await writeFile(redirects, 'old_path,product,main_category\n/products/lamp,12,\n/chairs,,Home\n');
  expect((await importInto('one', redirects)).printed).toContain('added 2, changed 0, unchanged 0, rejected 0');

  const [products, images, old] = [join(folder, 'p.csv'), join(folder, 'out'), join(folder, 'old-out.csv')];
  expect(await exportFrom('one', '--images', images, products)).toBe(0);
  expect(await exportFrom('one', '--old-addresses', old)).toBe(0);
  expect(await readFile(old, 'utf8')).toContain('/products/lamp,id-1,,\r\n');

  await importInto('two', products);
  expect((await importInto('two', images)).printed).toContain('Images: 5 stored, 0 there already, 0 failed\n');
  expect((await importInto('two', old)).printed).toContain('added 2,');
  const copy = await readShop('two');
  expect(copy.products.map(({ seq: _seq, ...rest }) => rest)).toEqual(
    before.products.map(({ seq: _seq, ...rest }) => rest),
  );
  // Neither shop stores the images a second time.
  for (const shop of ['one', 'two']) {
    const shown = await readShop(shop);
    expect((await importInto(shop, images)).printed).toContain('Images: 0 stored, 5 there already, 0 failed\n');
    expect(await readShop(shop)).toEqual(shown);
  }
});

test('[IMP5] a ZIP bomb, a damaged ZIP and one without images are rejected with a reason, and take no memory', async () => {
  await importInto('one', await writeProducts());
  const bomb = await makeZip({
    'rug-2.png': new Uint8Array(MAX_UPLOAD_BYTES + 1),
    '12.png': await drawTestImage('red', 20, 20),
  });
  expect((await readFile(bomb)).length).toBeLessThan(100_000);
  const { printed } = await importInto('one', bomb);
  expect(printed).toContain(`file: images rug-2.png ${FIELD_PROBLEMS.fileTooLarge}\n`);
  expect(printed).toContain('Images: 1 stored, 0 there already, 1 failed\n');

  // A ZIP bomb that claims to be small.
  const bytes = await readFile(bomb);
  const lying = Buffer.from(bytes);
  const claimed = Buffer.alloc(4);
  claimed.writeUInt32LE(MAX_UPLOAD_BYTES + 1);
  for (let at = lying.indexOf(claimed); at >= 0; at = lying.indexOf(claimed)) lying.writeUInt32LE(50, at);
  await writeFile(join(folder, 'lying.zip'), lying);
  expect((await importInto('one', join(folder, 'lying.zip'))).printed).toMatch(
    /file: images rug-2\.png is (?:larger than the 15 MiB|damaged)/,
  );

  await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, 500));
  expect(await importInto('one', join(folder, 'cut.zip'))).toEqual({
    code: EXIT.nothingRead,
    printed: 'The ZIP file is damaged or incomplete.\n',
  });
  const sheet = await makeZip({ 'xl/workbook.xml': Buffer.from('<x/>') }, 'sheet.xlsx');
  expect((await importInto('one', sheet)).printed).toContain('The ZIP file has no images');
  await mkdir(join(folder, 'empty'));
  expect((await importInto('one', join(folder, 'empty'))).printed).toContain('has no images');
});
