import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config.ts';
import { startServer } from '#api/http/server.ts';
import { expect, PAGE_DIR, test, waitForOfflineReady } from './fixtures.ts';

/** A copy of the built page whose document names its release, and whose service worker knows that document. */
async function copyRelease(folder: string, release: string): Promise<string> {
  const copy = join(folder, release);
  await cp(PAGE_DIR, copy, { recursive: true });
  const document = (await readFile(join(copy, 'index.html'), 'utf8')).replace('<body>', `<body id="${release}">`);
  await writeFile(join(copy, 'index.html'), document);
  const revision = createHash('md5').update(document).digest('hex');
  const worker = await readFile(join(copy, 'service-worker.js'), 'utf8');
  const renewed = worker.replace(/(?<=\/index\.html\?)\w+/, revision);
  expect(renewed).not.toBe(worker);
  await writeFile(join(copy, 'service-worker.js'), renewed);
  return copy;
}

/** A server of one release of the page, with an empty catalogue. */
async function startRelease(folder: string, release: string, port: number) {
  const context = await createAppContext(
    readConfig({
      LOG_LEVEL: 'silent',
      DEMO: '0',
      DATA_DIR: join(folder, 'data'),
      PAGE_DIR: await copyRelease(folder, release),
      PORT: String(port),
    }),
  );
  const server = await startServer(context);
  return {
    port: Number(new URL(server.url).port),
    async stop() {
      await server.stop();
      await context.close();
    },
  };
}

test('a new version waits for the visitor, then takes over in one reload', async ({ page, errors }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-releases-'));
  const first = await startRelease(folder, 'one', 0);
  await page.goto(`http://127.0.0.1:${first.port}/pcshop`);
  await expect(page.getByRole('heading', { name: 'This shop is still empty' })).toBeVisible();
  await waitForOfflineReady(page);
  await first.stop();
  const second = await startRelease(folder, 'two', first.port);
  try {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    const notice = page.getByText('A new version of Hexlime is ready.');
    await expect(notice).toBeVisible();
    await page.waitForTimeout(1_000);
    await expect(page.locator('body#one')).toBeAttached();
    expect(loads).toBe(0);

    await page.context().setOffline(true);
    await expect(notice).toHaveCount(0);
    await page.context().setOffline(false);
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${first.port}/smartshop`);
    await expect(other.locator('body#one')).toBeAttached();

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('body#two')).toBeAttached();
    await expect(page.getByRole('heading', { name: 'This shop is still empty' })).toBeVisible();
    await page.waitForTimeout(1_000);
    await expect(notice).toHaveCount(0);
    expect(loads).toBe(1);

    // The other tab is not reloaded from under its visitor: it is told, and its button leads to the new version, too.
    await expect(other.locator('body#one')).toBeAttached();
    await other.getByRole('button', { name: 'Reload' }).click();
    await expect(other.locator('body#two')).toBeAttached();
    // The browser itself reports what it asked while there was no server.
    expect(errors.splice(0).filter((error) => !/net::ERR_|WebSocket connection/.test(error))).toEqual([]);
  } finally {
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
