import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { hasBucketOfTests } from '../../testing/blobs/bucket-of-tests.ts';
import { send } from '../../testing/clients/send.ts';
import { startLyingImageSite } from '../../testing/images/lying-image-site.ts';
import type { LyingImageSite } from '../../testing/images/lying-image-site.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';
import type { ServerProcess } from '../../testing/processes/server-process.ts';
import { openShopFolder } from '../../testing/processes/shop-folder.ts';
import type { ShopFolder } from '../../testing/processes/shop-folder.ts';
import { saveRows } from '../../transfer/save-rows.ts';
import { countDownloads, listFailedDownloads } from './image-download.repository.ts';

/** `PRODUCTS=10000` tests 10,000 products, which takes minutes. */
const PRODUCTS = Number(process.env['PRODUCTS'] ?? 200);
const BATCH = 500;
const SITE_TIMEOUT_MS = 3_000;
const MAIN = join(import.meta.dirname, '../../testing/images/image-site-server.ts');
const TIMEOUT_MS = 60 * 60_000;

/** Why the second link of a product has no image, by the last two digits of the product's number. The second link of all others is good. */
const BAD: Readonly<Record<number, readonly [kind: string, reason: string]>> = {
  10: ['refuse', FIELD_PROBLEMS.linkUnreachable],
  20: ['lie', FIELD_PROBLEMS.linkNotImage],
  30: ['gone', FIELD_LIMITS.linkStatus(404)],
  40: ['inside', FIELD_PROBLEMS.linkNotPublic],
  50: ['empty', FIELD_PROBLEMS.linkEmpty],
  60: ['loop', FIELD_PROBLEMS.linkRedirects],
  70: ['stall', FIELD_PROBLEMS.linkTimeout],
  80: ['huge', FIELD_PROBLEMS.linkTooLarge],
};

let site: LyingImageSite;
let folder: ShopFolder;
let server: ServerProcess;
beforeEach(async () => {
  site = await startLyingImageSite();
  folder = await openShopFolder();
});
afterEach(async () => {
  await server.kill();
  await folder.close();
  await site.close();
});

const start = (): void => {
  const env = { SITE_PORT: String(site.port), SITE_TIMEOUT_MS: String(SITE_TIMEOUT_MS) };
  server = startServerProcess(folder.dataDir, env, MAIN);
};

const linksOf = (number: number): readonly string[] => {
  const kind = BAD[number % 100]?.[0] ?? (number % 10 === 5 ? 'same' : 'good');
  return [site.link(`/good/${number}-1.png`), site.link(`/${kind}/${number}-2.png`)];
};

async function importAll(): Promise<void> {
  const { write, products, now } = folder.context;
  for (let first = 1; first <= PRODUCTS; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, PRODUCTS - first + 1) }, (_value, index) => first + index);
    const rows = {
      writes: numbers.map((id) => ({ id, fields: { title: `Lamp ${id}`, main_category: 'Light', category: 'Desk' } })),
      rules: { rows: numbers, earlier: new Map<number, number>(), idsMatch: true },
      images: numbers.map(linksOf),
    };
    await write((unit) => saveRows(unit, { products, shop: 'pc', now, ...rows }));
  }
}

const counts = () => countDownloads(folder.context.database.reader, 'pc');

/** Returns the peak memory of the server in MB. */
async function peakOf({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1_024);
}

test(
  `[IMP3] [IMP4] each good image of ${2 * PRODUCTS} links to a site that refuses, stalls and lies is stored once, despite a kill`,
  async () => {
    await importAll();
    const startMs = performance.now();
    start();
    const waits: number[] = [];
    /** Opens a list, as a shopper may meanwhile, and records how long that takes. */
    const shop = async (): Promise<void> => {
      const url = await server.url();
      const beforeMs = performance.now();
      const reply = await send(url, '/api/sync/pc/browse?mainCategory=Light&page=2');
      expect(reply.status).toBe(200);
      waits.push(performance.now() - beforeMs);
    };
    let isKilled = false;
    let peak = 0;
    for (;;) {
      const { waiting } = await counts();
      if (waiting === 0) break;
      if (!isKilled && waiting < PRODUCTS) {
        await server.kill();
        isKilled = true;
        start();
      }
      await shop();
      peak = Math.max(peak, await peakOf(server));
      await delay(200);
    }
    const minutes = (performance.now() - startMs) / 60_000;
    waits.sort((a, b) => a - b);
    process.stdout.write(
      `${2 * PRODUCTS} links: ${minutes.toFixed(1)} minutes, server at most ${peak} MB, a list in ` +
        `${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms (median), ${waits.at(-1)?.toFixed(0)} ms (most)\n`,
    );

    expect(isKilled).toBe(true);
    const numbers = Array.from({ length: PRODUCTS }, (_value, index) => index + 1);
    const bad = numbers.filter((number) => BAD[number % 100]);
    const { reader } = folder.context.database;
    expect(await counts()).toEqual({ waiting: 0, done: 2 * PRODUCTS - bad.length, failed: bad.length });
    const failed = await listFailedDownloads(reader, 'pc', PRODUCTS);
    expect(failed.map(({ product_id, reason }) => [product_id, reason])).toEqual(
      bad.map((number) => [number, BAD[number % 100]?.[1]]),
    );
    const products = await reader.selectFrom('product').select(['id', 'imagecount']).orderBy('id').execute();
    expect(products).toEqual(numbers.map((id) => ({ id, imagecount: bad.includes(id) ? 1 : 2 })));
    // Each good image is stored once: all links to the same bytes share their files.
    const images = await reader.selectFrom('product_picture').select(['state', 'folder']).execute();
    expect(new Set(images.map(({ state }) => state))).toEqual(new Set(['live']));
    const folders = new Set(images.map((image) => image.folder));
    const same = numbers.filter((number) => number % 10 === 5);
    expect(folders.size).toBe(2 * PRODUCTS - bad.length - same.length + 1);
    if (!hasBucketOfTests) expect(await readdir(join(folder.dataDir, 'images/Pictures'))).toHaveLength(folders.size);
    // The downloads that the kill interrupted were requested a second time.
    const asked = [...site.asked].filter(([path]) => path.startsWith('/good/') || path.startsWith('/same/'));
    expect(asked.filter(([, times]) => times > 1).length).toBeLessThanOrEqual(8);
    expect(site.asked.has('/good/secret.png')).toBe(false);
    expect(site.mostAtOnce()).toBeLessThanOrEqual(8);
  },
  TIMEOUT_MS,
);
