import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { getShop, isShopKey, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { listProductsWithExternalId } from '#api/catalog/reads/catalog.repository.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import type { Queryable } from '#api/storage/database.ts';
import { mayExist, nameDatabase } from '#api/storage/database-source.ts';
import type { DatabaseSource } from '#api/storage/database-source.ts';
import { openReader } from '#api/storage/open-database.ts';
import { toCsvLine } from '#transfer/csv-cell.ts';
import { REDIRECT_COLUMNS } from '#transfer/redirect-rows.ts';
import { keyOfProduct } from '#api/catalog/products/find-product-by-key.ts';
import { listRedirects } from '#api/redirects/redirect.repository.ts';
import { exportImages } from './export-images.ts';
import { createRowFormat, EXPORT_FORMATS } from './format-rows.ts';
import type { ExportFormat } from './format-rows.ts';

/** Exit codes, documented with the command. */
export const EXPORT_EXIT = { ok: 0, usage: 64, failed: 70 } as const;

const USAGE = `Usage: npm run export -- --shop ${SHOP_KEYS.join('|')} [--format ${EXPORT_FORMATS.join('|')}] [--images FOLDER] [--old-addresses] [FILE]`;
const PAGE_SIZE = 500;

interface ExportRequest {
  readonly shop: ShopKey;
  readonly format: ExportFormat;
  /** Undefined: the products are written to the output. */
  readonly file: string | undefined;
  /** The folder into which the images of the products are written; undefined: they are not exported. */
  readonly images: string | undefined;
  /** Whether old addresses are exported in place of products. */
  readonly areOldAddresses: boolean;
}

/** Where products go when no file is named, and where messages go, which must not be mixed with products. */
export interface ExportOutputs {
  readonly products: NodeJS.WritableStream;
  readonly messages: NodeJS.WritableStream;
}

/** Exports a shop's products as the arguments say, in a format that an import reads; returns the exit code. */
export async function runExport(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { products, messages }: ExportOutputs,
): Promise<number> {
  const print = (line: string): unknown => messages.write(`${line}\n`);
  const request = readArguments(args);
  if (typeof request === 'string') {
    print(request);
    print(USAGE);
    return EXPORT_EXIT.usage;
  }
  try {
    const config = readConfig(env);
    const { database } = config;
    if (!mayExist(database)) {
      print(`There is no database at ${nameDatabase(database)}.`);
      return EXPORT_EXIT.failed;
    }
    const count = await exportShop(request, database, products);
    const what = request.areOldAddresses ? 'old addresses' : 'products';
    print(`Wrote ${count.toLocaleString('en')} ${what}${request.file === undefined ? '' : ` to ${request.file}`}`);
    if (request.images !== undefined) {
      const { written, missing } = await exportImages(config, request.shop, request.images);
      print(`Wrote ${written.toLocaleString('en')} images to ${request.images}`);
      if (missing > 0) print(`${missing.toLocaleString('en')} images have no file any more`);
    }
    return EXPORT_EXIT.ok;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(error instanceof ConfigError ? reason : `The export failed: ${reason}`);
    return error instanceof ConfigError ? EXPORT_EXIT.usage : EXPORT_EXIT.failed;
  }
}

/** Parses the arguments; returns an error message when they are invalid. */
function readArguments(args: readonly string[]): ExportRequest | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        shop: { type: 'string' },
        format: { type: 'string' },
        images: { type: 'string' },
        'old-addresses': { type: 'boolean' },
      },
    });
    const [file, ...others] = positionals;
    if (others.length > 0) return `Only one file at a time; unexpected: ${others.join(', ')}.`;
    if (!isShopKey(values.shop)) {
      return values.shop === undefined ? 'Name the shop with --shop.' : `There is no shop "${values.shop}".`;
    }
    const wanted = values.format ?? (file?.endsWith('.jsonl') ? 'jsonl' : 'csv');
    const format = EXPORT_FORMATS.find((known) => known === wanted);
    if (!format) return `There is no format "${wanted}".`;
    return {
      shop: values.shop,
      format,
      file,
      images: values.images,
      areOldAddresses: values['old-addresses'] ?? false,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Exports products and returns their number. A file is written completely or not at all. */
async function exportShop(
  { shop, format, file, areOldAddresses }: ExportRequest,
  source: DatabaseSource,
  output: NodeJS.WritableStream,
): Promise<number> {
  const reader = await openReader(source);
  try {
    // One transaction, so that the export has one state of the shop, whatever is written meanwhile.
    return await reader.transaction().execute(async (trx) => {
      const rows = areOldAddresses ? new OldAddressSource(trx, shop) : new RowSource(trx, shop, format);
      if (file === undefined) {
        await pipeline(Readable.from(rows.read()), output, { end: false });
        return rows.count;
      }
      const part = `${file}.part`;
      try {
        await pipeline(Readable.from(rows.read()), createWriteStream(part));
        await rename(part, file);
      } finally {
        await rm(part, { force: true });
      }
      return rows.count;
    });
  } finally {
    await reader.destroy();
  }
}

/** A shop's old addresses as text. */
class OldAddressSource {
  count = 0;
  readonly #db: Queryable;
  readonly #shop: ShopKey;

  constructor(db: Queryable, shop: ShopKey) {
    this.#db = db;
    this.#shop = shop;
  }

  async *read(): AsyncGenerator<string> {
    yield toCsvLine(REDIRECT_COLUMNS);
    for (const { path, product_id, external_id, main_category, category } of await listRedirects(
      this.#db,
      this.#shop,
    )) {
      const product = product_id === null ? '' : keyOfProduct({ id: product_id, external_id });
      yield toCsvLine([path, product, main_category ?? '', category ?? '']);
      this.count += 1;
    }
  }
}

/** A shop's products as text, page by page. */
class RowSource {
  count = 0;
  readonly #db: Queryable;
  readonly #shop: ShopKey;
  readonly #format: ExportFormat;

  constructor(db: Queryable, shop: ShopKey, format: ExportFormat) {
    this.#db = db;
    this.#shop = shop;
    this.#format = format;
  }

  async *read(): AsyncGenerator<string> {
    const { head, format } = createRowFormat(this.#format, getShop(this.#shop).offer);
    if (head !== '') yield head;
    for (let lastId = 0; ;) {
      const page = await listProductsWithExternalId(this.#db, this.#shop, lastId, PAGE_SIZE);
      const last = page.at(-1);
      if (!last) return;
      yield page.map(format).join('');
      this.count += page.length;
      lastId = last.product.id;
    }
  }
}

if (import.meta.main) {
  process.exitCode = await runExport(process.argv.slice(2), process.env, {
    products: process.stdout,
    messages: process.stderr,
  });
}
