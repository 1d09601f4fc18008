import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { getShop } from '#contract/shops.ts';
import { createAppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { createPurgeImagesJob } from '#api/images/purge-images.job.ts';
import { createPurgeOrphanImagesJob } from '#api/images/purge-orphan-images.job.ts';
import { listImageFilesOf } from '#api/testing/clients/image-client.ts';
import { startServerProcess, UNLIMITED_SERVER } from '#api/testing/processes/server-process.ts';
import type { ServerProcess } from '#api/testing/processes/server-process.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import {
  button,
  chooseImages,
  dragImage,
  fetchProduct,
  field,
  gallery,
  loadProduct,
  readProposedId,
  shownColours,
  write,
} from './admin-forms.ts';
import { ADMIN_PASSWORD, expect, openAdmin, TABLET, test } from './admin-shop.ts';

test.use(TABLET);

const shop = getShop('pc');
const MONTH_MS = 31 * 86_400_000;

/** When the server is killed: as soon as the page sends a call, or as soon as the page receives the answer. */
interface Step {
  readonly call: string;
  readonly when: 'request' | 'response';
}

const UPLOAD = 'POST /api/upload-images';
const ADD = 'POST /api/add-product';
/** Calls in the order in which the app makes them; a call that was cut off is made again. */
const ADDITION: readonly Step[] = [
  { call: UPLOAD, when: 'request' },
  { call: UPLOAD, when: 'response' },
  { call: UPLOAD, when: 'request' },
  { call: ADD, when: 'request' },
  { call: ADD, when: 'response' },
];
const EDIT: readonly Step[] = [
  { call: 'PUT /api/edit-product', when: 'request' },
  { call: UPLOAD, when: 'request' },
  { call: UPLOAD, when: 'response' },
  { call: 'PUT /api/product-images', when: 'request' },
];

/** A server that is killed at steps of a page's work and restarts each time. */
class MortalServer {
  url = '';
  readonly dataDir: string;
  #process: ServerProcess | undefined;
  #restarting: Promise<void> = Promise.resolve();

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  async start(): Promise<void> {
    const port = this.url === '' ? {} : { PORT: new URL(this.url).port };
    this.#process = startServerProcess(this.dataDir, { PAGE_DIR, ADMIN_PASSWORD, ...port }, UNLIMITED_SERVER);
    this.url = await this.#process.url();
  }

  /** Kills the server at each of the steps in turn; returns the steps that remain. */
  dieAt(page: Page, steps: readonly Step[]): readonly Step[] {
    const left = [...steps];
    const note = (when: Step['when'], request: Request): void => {
      const [next] = left;
      const call = `${request.method()} ${new URL(request.url()).pathname}`;
      if (next?.when !== when || !call.startsWith(next.call)) return;
      left.shift();
      this.#restarting = this.#restarting.then(() => this.#die());
    };
    page.on('request', (request) => note('request', request));
    page.on('response', (response) => note('response', response.request()));
    return left;
  }

  async #die(): Promise<void> {
    await this.#process?.kill();
    await this.start();
  }

  /** Resolves when the server accepts requests again. */
  ready(): Promise<void> {
    return this.#restarting;
  }

  async stop(): Promise<void> {
    await this.#restarting;
    await this.#process?.kill();
  }
}

/** Submits a form and retries pending work by hand until it is done. */
async function send(page: Page, name: string, done: string): Promise<void> {
  await button(page, name).tap();
  const alert = page.getByRole('alertdialog', { name: new RegExp(`${done}|Saved on this device`) });
  await alert.getByRole('button', { name: 'OK' }).tap({ timeout: 40_000 });
  const waiting = page.getByRole('button', { name: /^Pending changes/ });
  if ((await waiting.count()) === 0) return;
  await waiting.tap();
  const panel = page.getByRole('dialog', { name: 'Pending changes' });
  await expect(async () => {
    const again = panel.getByRole('button', { name: 'Send now' });
    if (await again.isVisible()) await again.tap({ timeout: 1_000 });
    await expect(panel.getByText('All changes are synced.')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'Close' }).tap();
}

test(
  'work arrives once, with its images and no orphaned file, when the server is killed at each step',
  { tag: '@night' },
  async ({ page }) => {
    test.setTimeout(240_000);
    const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-mortal-'));
    const server = new MortalServer(dataDir);
    try {
      await server.start();
      await openAdmin(page, `${server.url}/pcadmin`);
      const id = await readProposedId(page);
      await write(page, { Title: 'Phoenix', 'Main category': 'Lighting', Category: 'Desk lamps' });
      await chooseImages(page, ['red', 'lime', 'blue']);
      const addition = server.dieAt(page, ADDITION);
      await send(page, 'Add product', 'Товар успешно добавлен');
      await server.ready();
      expect(addition).toEqual([]);
      expect(await shownColours(server.url, shop, id)).toEqual(['red', 'red', 'lime', 'blue']);

      await loadProduct(page, id);
      await expect(gallery(page).getByRole('img')).toHaveCount(3);
      await field(page, 'Title').fill('Phoenix, risen');
      await chooseImages(page, ['yellow', 'white']);
      await dragImage(page, 5, 1);
      const edit = server.dieAt(page, EDIT);
      await send(page, 'Save changes', 'Товар обновлён');
      await server.ready();
      expect(edit).toEqual([]);
      expect(await fetchProduct(server.url, 'pc', id)).toMatchObject({ title: 'Phoenix, risen', imagecount: 5 });
      expect(await shownColours(server.url, shop, id)).toEqual(['white', 'white', 'red', 'lime', 'blue', 'yellow']);
      await server.stop();
      await expectNoLeftovers(dataDir);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
);

/** Expects, after a month of purge jobs, one product, one audit row for each change, and only the folders of its images. */
async function expectNoLeftovers(dataDir: string): Promise<void> {
  const context = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    const { database, write: change, blobs, log } = context;
    expect(await context.products.countProducts('pc')).toBe(1);
    const audit = await database.reader.selectFrom('admin_audit').select('action').orderBy('number').execute();
    const actions = audit.map(({ action }) => action);
    for (const once of ['add-product', 'edit-product', 'order-pictures'])
      expect([once, actions.filter((action) => action === once).length]).toEqual([once, 1]);
    const now = (): number => Date.now() + MONTH_MS;
    await createPurgeImagesJob({ database, write: change, blobs, log, now }).run();
    const purgeOrphans = createPurgeOrphanImagesJob({ database, blobs, log, now });
    await purgeOrphans.run();
    await purgeOrphans.run();
    const rows = await database.reader.selectFrom('product_picture').select(['state', 'folder']).execute();
    expect(rows.map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live', 'live']);
    const files = await listImageFilesOf({ context }, 'Pictures');
    const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...folders].toSorted()).toEqual(rows.map(({ folder }) => folder).toSorted());
  } finally {
    await context.close();
  }
}
