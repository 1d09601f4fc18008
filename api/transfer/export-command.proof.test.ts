import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createAppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { runImport } from './import-command.ts';
import { generateProducts } from '#api/testing/generate-products.ts';
import { EXPORT_EXIT, runExport } from './export-command.ts';

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-export-'));
  env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Creates a stream that collects its text. */
function createCollector() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, callback) {
      text += String(chunk);
      callback();
    },
  });
  return { stream, text: () => text };
}

async function run(...args: string[]) {
  const [products, messages] = [createCollector(), createCollector()];
  const code = await runExport(args, env, { products: products.stream, messages: messages.stream });
  return { code, products: products.text(), printed: messages.text() };
}

async function fill(): Promise<void> {
  const context = await createAppContext(readConfig(env));
  try {
    await context.products.saveProducts('pc', [...generateProducts(1_200)]);
    const common = { main_category: 'Photo', category: 'Cameras, "used"' };
    await context.products.saveProducts('pc', [
      {
        id: 9_000,
        fields: { ...common, title: 'Without a name of its own', description: '<p>Two</p>\r\n<p>lines; "quoted"</p>' },
      },
      { external_id: '=1+1', fields: { ...common, title: '=SUM(A1)', rate: 0, availability: 'NO', price: '0' } },
    ]);
    await context.products.saveProducts('ayz', [
      {
        fields: {
          ...common,
          title: 'Camera',
          store: 'Garage',
          good_condition_price: '12.5',
          good_condition_available_quantity: '3',
          ebay: 'https://www.ebay.com/itm/1',
        },
      },
    ]);
  } finally {
    await context.close();
  }
}

describe('an export', () => {
  beforeEach(fill);

  it.each([
    ['pc', 'csv', '1,202'],
    ['pc', 'jsonl', '1,202'],
    ['ayz', 'csv', '1'],
    ['ayz', 'jsonl', '1'],
  ])('of %s as %s changes nothing when it is imported again', async (shop, format, count) => {
    const file = join(folder, `products.${format}`);
    const { code, printed } = await run('--shop', shop, '--format', format, file);
    expect([code, printed]).toEqual([EXPORT_EXIT.ok, `Wrote ${count} products to ${file}\n`]);
    const output = createCollector();
    expect(await runImport([file, '--shop', shop], env, output.stream)).toBe(0);
    expect(output.text()).toContain(`Read ${count}: added 0, changed 0, unchanged ${count}, rejected 0`);
  });

  it('is written to the output, without messages, when no file is named', async () => {
    const { code, products, printed } = await run('--shop', 'ayz', '--format', 'jsonl');
    expect([code, printed]).toEqual([EXPORT_EXIT.ok, 'Wrote 1 products\n']);
    expect(JSON.parse(products)).toMatchObject({ id: 1, title: 'Camera', good_condition_price: '12.5' });
    expect(products).not.toContain('seq');
  });

  it('replaces an existing file', async () => {
    const file = join(folder, 'products.jsonl');
    await run('--shop', 'pc', file);
    await run('--shop', 'ayz', file);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2);
    expect((await readdir(folder)).sort()).toEqual(['data', 'products.jsonl']);
  });

  it('leaves no file when it cannot be written', async () => {
    const { code, printed } = await run('--shop', 'pc', join(folder, 'missing', 'products.csv'));
    expect([code, printed]).toEqual([EXPORT_EXIT.failed, expect.stringContaining('The export failed: ')]);
  });
});

test.each([
  [['--shop', 'moon'], 'There is no shop "moon".'],
  [[], 'Name the shop with --shop.'],
  [['--shop', 'pc', '--format', 'xml'], 'There is no format "xml".'],
  [['--shop', 'pc', 'a', 'b'], 'Only one file at a time; unexpected: b.'],
  [['--colour'], "Unknown option '--colour'"],
])('the invalid arguments %j are explained', async (args, sentence) => {
  const { code, printed, products } = await run(...args);
  expect([code, printed, products]).toEqual([EXPORT_EXIT.usage, expect.stringContaining(sentence), '']);
  expect(printed).toContain('Usage: npm run export');
});

test('an export creates no database', async () => {
  const { code, printed } = await run('--shop', 'pc');
  expect([code, printed]).toEqual([EXPORT_EXIT.failed, expect.stringContaining('There is no database at ')]);
  expect(await readdir(folder)).toEqual([]);
});
