import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import { waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { COLOURS, drawImageFiles, field, gallery, openTab, waitForDraft } from './admin-forms.ts';
import { expect, openAdmin, TABLET, test, waitForAdminOffline } from './admin-shop.ts';

test.use(TABLET);

test(
  'three images shared from another app are added to the form of the chosen shop',
  { tag: '@service-worker' },
  async ({ page }) => {
    await openAdmin(page, '/admin');
    await waitForAdminOffline(page);
    await page.goto('/smartadmin');
    await openTab(page, 'Add product');
    await field(page, 'Title').fill('Half written');
    await waitForDraft(page, 'smart/add', 'Half written');

    const photos = await drawImageFiles(COLOURS.slice(0, 3));
    await page.goto('/admin');
    // The system posts the files as a form without an origin, outside the page's policy.
    await page.evaluate(
      (files) => {
        const form = document.createElement('form');
        Object.assign(form, { action: '/admin/share', method: 'post', enctype: 'multipart/form-data', id: 'system' });
        const input = document.createElement('input');
        Object.assign(input, { type: 'file', name: 'images', multiple: true });
        const transfer = new DataTransfer();
        for (const { name, bytes } of files)
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
        input.files = transfer.files;
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      photos.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
    );
    const question = page.getByRole('alertdialog', { name: 'Which shop are these images for?' });
    await expect(question).toContainText('3 images were shared.');
    await question.getByRole('button', { name: 'Smart shop' }).tap();

    await expect(page).toHaveURL(/\/smartadmin/);
    await expect(field(page, 'Title')).toHaveValue('Half written');
    await expect(gallery(page).getByRole('img')).toHaveCount(3);
    await page.reload();
    await expect(gallery(page).getByRole('img')).toHaveCount(3);
    await expect(question).toHaveCount(0);
  },
);

test('images that another site posts are not taken for shared ones', { tag: '@proof' }, async ({ page, shop }) => {
  await openAdmin(page, '/admin');
  await waitForAdminOffline(page);
  // Another port is another origin; its page sends its origin, as pages do unless they hide it.
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(
      `<form method="post" enctype="multipart/form-data" action="${shop.url}/admin/share">
        <input name="images" value="a"><button>Win</button></form>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const answered = page.waitForResponse((response) => response.url().endsWith('/admin/share'));
  await page.getByRole('button', { name: 'Win' }).click();
  const answer = await answered;
  expect([answer.status(), answer.fromServiceWorker()]).toEqual([403, true]);
  site.close();
});

test('shoppers download no code of the administration', { tag: '@proof' }, async ({ page, shop }) => {
  const proxy = await startHttpProxy(shop.url);
  await page.goto(`${proxy.url}/pcshop`);
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
  // A product, another shop, and everything that pages fetch when idle.
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('dialog').waitFor();
  await page.goto(proxy.url);
  await waitForCatalogue(page);
  await page.waitForLoadState('networkidle');
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return lists.flat();
  });
  const { paths } = proxy.take();
  await proxy.stop();
  expect(paths.length).toBeGreaterThan(20);
  expect([...paths, ...cached].filter((path) => /admin|lexical|assets\/editor/i.test(path))).toEqual([]);
});
