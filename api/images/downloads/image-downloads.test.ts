import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImageDownloads } from '#contract/http/image-downloads.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { signInImageClient } from '../../testing/clients/image-client.ts';
import type { ImageClient } from '../../testing/clients/image-client.ts';
import { json } from '../../testing/clients/send.ts';
import { startLyingImageSite } from '../../testing/images/lying-image-site.ts';
import type { LyingImageSite } from '../../testing/images/lying-image-site.ts';
import type { LinkRules } from '../linked-image.ts';

let site: LyingImageSite;
let app: TestApp;
let admin: ImageClient;
/** Runs each time a link is about to be fetched. */
let beforeFetch: () => Promise<unknown> = () => Promise.resolve();
beforeAll(async () => {
  site = await startLyingImageSite(10_000);
  const { rules } = site;
  const resolve: LinkRules['resolve'] = async (hostName) => {
    await beforeFetch();
    return rules.resolve?.(hostName) ?? [];
  };
  app = await startTestApp({ images: { linkRules: { ...rules, resolve } } });
  admin = await signInImageClient(app);
});
afterAll(async () => {
  await app.stop();
  await site.close();
});

const row = (key: string, images: string) => ({
  external_id: key,
  title: `Lamp ${key}`,
  main_category: 'Light',
  category: 'Desk',
  images,
});
const importRows = async (rows: readonly object[], dryRun = false) =>
  json(await admin.call('POST', '/api/import-products?shop=pc', { rows, dryRun }));
const list = async () => json(await admin.call('GET', '/api/image-downloads?shop=pc')) as unknown as ImageDownloads;
const settle = () => expect.poll(async () => (await list()).waiting).toBe(0);
const findProduct = (key: string) =>
  app.context.database.reader
    .selectFrom('product')
    .selectAll()
    .where('external_id', '=', key)
    .executeTakeFirstOrThrow();

test('[IMP3] links of an import become images in their order, each file stored once, and a second import fetches none', async () => {
  const rows = [
    row('a', [site.link('/good/1.png'), site.link('/same/1.png')].join(', ')),
    row('b', [site.link('/same/2.png'), site.link('/good/2.png'), site.link('/good/2.png')].join('\n')),
  ];
  const dry = await importRows(rows, true);
  expect(dry['results']).toMatchObject([{ outcome: 'added' }, { outcome: 'added' }]);
  expect((await list()).waiting).toBe(0);

  await importRows(rows);
  await settle();
  const [a, b] = [await findProduct('a'), await findProduct('b')];
  expect([a.imagecount, b.imagecount]).toEqual([2, 2]);
  expect(a.placeholder).not.toBe('');
  const shown = await app.context.database.reader
    .selectFrom('product_picture as image')
    .innerJoin('image_download as download', 'download.image_id', 'image.id')
    .select(['image.product_id', 'image.position', 'download.position as wanted', 'image.folder'])
    .execute();
  for (const { position, wanted } of shown) expect(position).toBe(wanted);
  // Four images, of which two have the same bytes.
  expect(new Set(shown.map(({ folder }) => folder)).size).toBe(3);
  expect((await admin.call('GET', `/images/PCProducts/${b.id}/1.webp?v=${b.image_version}`)).status).toBe(200);

  await importRows(rows);
  await settle();
  expect([...site.asked.values()]).toEqual([1, 1, 1, 1]);
  expect((await findProduct('a')).seq).toBe(a.seq);
});

test('[IMP4] each link that has no image is listed with its reason, and is fetched again on demand', async () => {
  const bad = {
    refuse: FIELD_PROBLEMS.linkUnreachable,
    stall: FIELD_PROBLEMS.linkTimeout,
    lie: FIELD_PROBLEMS.linkNotImage,
    empty: FIELD_PROBLEMS.linkEmpty,
    gone: FIELD_LIMITS.linkStatus(404),
    loop: FIELD_PROBLEMS.linkRedirects,
    inside: FIELD_PROBLEMS.linkNotPublic,
    huge: FIELD_PROBLEMS.linkTooLarge,
  };
  const links = [
    ...Object.keys(bad).map((kind) => site.link(`/${kind}/x`)),
    'http://10.0.0.1/a.png',
    'http://nas.test/a.png',
  ];
  await importRows([row('c', links.join('|'))]);
  await settle();
  const { failed, failures } = await list();
  expect(failed).toBe(links.length);
  expect(failures.map(({ link, reason }) => [link, reason])).toEqual(
    links.map((link, index) => [link, Object.values(bad)[index] ?? FIELD_PROBLEMS.linkNotPublic]),
  );
  expect(failures[0]).toMatchObject({ productId: (await findProduct('c')).id, title: 'Lamp c' });
  expect([...site.asked.keys()]).not.toContain('/good/secret.png');
  expect((await findProduct('c')).imagecount).toBe(0);

  site.heal('/gone');
  site.heal('/stall');
  const retried = json(await admin.call('POST', '/api/image-downloads/retry?shop=pc'));
  expect(retried).toEqual({ retried: links.length });
  await settle();
  expect((await list()).failed).toBe(links.length - 2);
  expect((await findProduct('c')).imagecount).toBe(2);
});

test('[IMP4] a value that is not a link is reported with its row and field, and the row is imported', async () => {
  const reply = await importRows([row('d', 'javascript:alert(1), file:///etc/passwd cover.jpg')]);
  expect(reply['results']).toMatchObject([
    {
      outcome: 'added',
      notes: ['javascript:alert(1)', 'file:///etc/passwd', 'cover.jpg'].map((value) => ({
        field: 'images',
        value,
        reason: FIELD_PROBLEMS.link,
      })),
    },
  ]);
});

test('[IMP3] an image of two products stays until both are gone, and a deleted product has no downloads left', async () => {
  await importRows([row('e', site.link('/same/e.png')), row('f', site.link('/same/f.png'))]);
  await settle();
  const [e, f] = [await findProduct('e'), await findProduct('f')];
  await admin.call('DELETE', `/api/delete-product/pc/${e.id}`);
  await app.context.write((unit) => app.context.products.purgeDeletedIn(unit, 'pc', e.id));
  await app.server.images.purge.run();
  expect((await admin.call('GET', `/images/PCProducts/${f.id}/1.webp?v=${f.image_version}`)).status).toBe(200);
  expect(await app.server.images.purgeOrphans.run()).toEqual([]);
  const rows = app.context.database.reader.selectFrom('image_download').selectAll();
  expect(await rows.where('product_id', '=', e.id).execute()).toEqual([]);
});

test('[IMP3] an image that was not stored yet when its product was deleted is shown after a restore', async () => {
  const isDeleted = Promise.withResolvers<number>();
  beforeFetch = async () => {
    beforeFetch = () => Promise.resolve();
    const { id } = await findProduct('g');
    await admin.call('DELETE', `/api/delete-product/pc/${id}`);
    isDeleted.resolve(id);
  };
  await importRows([row('g', [site.link('/good/g1.png'), site.link('/good/g2.png')].join('|'))]);
  const id = await isDeleted.promise;
  await app.server.images.fetcher.settled();
  expect((await list()).waiting).toBe(0);

  await admin.call('POST', `/api/restore-product/pc/${id}`);
  const wakeAndCount = async (): Promise<number> => {
    app.server.images.fetcher.wake();
    return (await findProduct('g')).imagecount;
  };
  await expect.poll(wakeAndCount).toBe(2);
});

test('[IMP4] a retry leaves out the links of products in the trash, as the list does', async () => {
  await importRows([row('h', site.link('/lie/h'))]);
  await settle();
  const { id } = await findProduct('h');
  await admin.call('DELETE', `/api/delete-product/pc/${id}`);
  const { failed } = await list();
  expect(json(await admin.call('POST', '/api/image-downloads/retry?shop=pc'))).toEqual({ retried: failed });

  await admin.call('POST', `/api/restore-product/pc/${id}`);
  await settle();
  expect((await list()).failures).toContainEqual(
    expect.objectContaining({ productId: id, reason: FIELD_PROBLEMS.linkNotImage }),
  );
});
