import { IDBKeyRange } from 'fake-indexeddb';
import { beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import { replaceEpoch } from '#api/storage/epoch.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { ON_SQLITE } from '#api/testing/databases/test-database.ts';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import { AdminBrowser } from '../convergence/admin-browser.ts';
import { syncShop } from '../support/device.ts';
import type { Device } from '../support/device.ts';
import { CHOICE_ID, FIRST_LAMP_ID, renameProduct } from '../support/shops/sample-catalogue.ts';
import { noNetwork, PRODUCTS, useRecordedShop } from './use-recorded-shop.ts';

const USER = 'demo-alice';
const CHAT = `${CHOICE_ID}-${USER}`;
/** Versions of the app whose device `record-device-command.ts` recorded. */
const VERSIONS = ['0.2.0'];

// The server's part of the record is a file of SQLite.
describe.runIf(ON_SQLITE).each(VERSIONS)('[CAT30] a device that version %s filled', (version) => {
  const shop = useRecordedShop(version);
  let device: Device;
  beforeAll(async () => {
    device = await shop.createDevice();
  });

  it('opens without a network with the lists of all shops', async () => {
    const tab = device.openTab(noNetwork);
    for (const key of SHOP_KEYS) {
      await tab.engine.openShop(key);
      const { total, source } = await tab.engine.catalog.browse(key, EMPTY_BROWSE_STATE);
      expect([key, total, source]).toEqual([key, PRODUCTS, 'device']);
      const product = await tab.engine.catalog.product(key, FIRST_LAMP_ID + 1);
      expect(product?.description).toContain('Shines <b>bright</b>');
    }
    expect((await tab.engine.catalog.card('pc', FIRST_LAMP_ID))?.title).toBe('Lamp after the snapshot');
    await tab.waitFor('pc', ({ isKept, hasDetails }) => isKept && hasDetails, 'the shop to be kept');
    tab.close();
  });

  it('has the user’s cart, orders, chat, draft and unsent operations', async () => {
    const data = device.openUserData(USER);
    expect((await data.cart()).map(({ quantity, isWaiting }) => [quantity, isWaiting])).toEqual([[2, true]]);
    expect(await data.orders()).toHaveLength(1);
    expect((await data.outbox()).map(({ mutation }) => mutation.name)).toEqual(['addCartItem', 'sendMessage']);
    const { messages } = await data.chats.messages(CHAT, 10);
    expect(messages.map(({ content, state }) => [content, state])).toEqual([
      ['Is it bright?', 'read'],
      ['Very bright.', 'sent'],
      ['Is it still there?', 'waiting'],
    ]);
    expect(await data.chats.draft(CHAT)).toMatchObject({ content: 'And when' });
  });

  it('has the administrator’s forms, images, orders and unsent operations', async () => {
    const idb = { name: `${device.name}-hexlime-admin`, indexedDB: device.indexedDB, IDBKeyRange };
    const admin = openAdminData(idb);
    expect((await admin.draft('pc/add'))?.fields['title']).toBe('Not finished');
    const [entry] = await admin.outbox();
    const { operation } = entry ?? {};
    if (operation?.kind !== 'addProduct') throw new Error('No product waits to be added');
    expect(operation.fields).toMatchObject({ title: 'Added offline' });
    const [image] = operation.images;
    expect((await admin.image(image ?? ''))?.size).toBeGreaterThan(100);
    expect(await admin.orders()).toHaveLength(1);
    admin.close();
  });

  it('fetches no blocks when online, follows the server from its cursor and sends pending operations', async () => {
    const asked: string[] = [];
    const tab = device.openTab((input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname);
      return fetch(input, init);
    });
    await tab.engine.account.setUser(USER);
    for (const key of SHOP_KEYS) await syncShop(tab, key);
    await renameProduct(shop.app, 'smart', FIRST_LAMP_ID, 'Lamp after the update');
    await expect
      .poll(async () => (await tab.engine.catalog.card('smart', FIRST_LAMP_ID))?.title)
      .toBe('Lamp after the update');
    const data = device.openUserData(USER);
    await expect.poll(() => data.outbox()).toEqual([]);
    expect((await data.cart()).map(({ quantity, isWaiting }) => [quantity, isWaiting])).toEqual([[2, false]]);
    expect(asked.filter((path) => path.endsWith('/changes')).length).toBeGreaterThan(0);
    expect(asked.filter((path) => path.startsWith('/api/sync/blocks'))).toEqual([]);
    tab.close();
  });

  it('[OUT11] sends confirmed operations again to a server in another epoch, which applies each once', async () => {
    const { app } = shop;
    await replaceEpoch(app.context.database, app.context.states.epoch);
    await app.context.states.refresh();
    const sent: string[] = [];
    const tab = device.openTab((input, init) => {
      const { ops = [] } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
        ops?: { name: string }[];
      };
      sent.push(...ops.map(({ name }) => name));
      return fetch(input, init);
    });
    await tab.engine.account.setUser(USER);
    await expect
      .poll(() => sent.filter((name) => name !== 'recordView'))
      .toEqual(['startChat', 'sendMessage', 'markChatRead', 'addCartItem', 'addCartItem', 'sendMessage']);
    await tab.engine.account.syncAccount();
    const data = device.openUserData(USER);
    expect(await data.outbox()).toEqual([]);
    expect((await data.cart()).map(({ quantity, isWaiting }) => [quantity, isWaiting])).toEqual([[2, false]]);
    expect(await data.orders()).toHaveLength(1);
    const { messages } = await data.chats.messages(CHAT, 10);
    expect(messages.map(({ content }) => content)).toEqual(['Is it bright?', 'Very bright.', 'Is it still there?']);
    tab.close();
  });

  it('[ADM16] adds the administrator’s product with its image once, although a copy of the device sends it, too', async () => {
    const { app } = shop;
    const token = (await signInAdmin(app)).authorization.replace('Bearer ', '');
    for (const { name, indexedDB } of [device, await shop.createDevice()]) {
      const idb = { name: `${name}-hexlime-admin`, indexedDB };
      const browser = new AdminBrowser(() => app.url, Math.random, idb);
      const tab = browser.openTab(token);
      await tab.engine.sync();
      await expect.poll(() => browser.data.outbox()).toEqual([]);
      browser.close();
    }
    const added = await app.context.database.reader
      .selectFrom('product')
      .leftJoin('product_picture', (on) =>
        on.onRef('product_picture.shop', '=', 'product.shop').onRef('product_picture.product_id', '=', 'product.id'),
      )
      .select(['title', 'product_picture.name'])
      .where('title', '=', 'Added offline')
      .execute();
    expect(added).toEqual([{ title: 'Added offline', name: expect.any(String) }]);
  });
});
