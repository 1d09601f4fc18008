import { expect, it } from 'vitest';
import { syncShop } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const used = (title: string, more: object = {}): object => ({
  title,
  main_category: 'Computers',
  category: 'Parts',
  good_condition_price: '249',
  good_condition_available_quantity: '2',
  ...more,
});

it('[CAT35] the same product is found new and used, offline, where barcode or title leave no doubt', async () => {
  await pc.save(1, 1, { title: 'Corvid 8 Smartphone 128GB', price: '399' });
  await pc.save(2, 1, { title: 'Dual RTX 4070 Ti', price: '700' });
  await pc.save(3, 2, { title: 'Twin 2000 RPM Fan', price: '20' });
  await pc.save(5, 1, { title: 'Sold out 9000', price: '20', availability: 'NO' });
  await pc.save(6, 1, { title: 'Any name', barcode: '4006381333931', price: '60' });
  await pc.save(7, 1, { title: 'Without a link 500', price: '60', link: '' });
  // Shops may spell a name in different ways.
  await pc.save(8, 1, { title: 'Écran 27X500', price: '200' });
  await pc.save(9, 1, { title: 'Câble 900', price: '20' });
  await pc.save(10, 1, { title: 'Enclosure 3½', price: '30' });
  await pc.save(11, 1, { title: 'LG V5+', price: '300' });
  await pc.app.context.products.saveProducts('ayz', [
    { id: 1, fields: used('Refurbished Smartphone Corvid 8, 128 GB') },
    { id: 2, fields: used('Dual RTX 4070') },
    { id: 3, fields: used('Twin 2000 RPM Fan') },
    { id: 4, fields: used('Sold out 9000') },
    { id: 5, fields: used('Another name', { barcode: '4006381333931', good_condition_available_quantity: '0' }) },
    { id: 6, fields: used('Without a link 500') },
    { id: 8, fields: used('ÉCRAN 27X500') },
    { id: 9, fields: used('Cable 900') },
    { id: 10, fields: used('Enclosure 3½') },
    { id: 11, fields: used('LG V5 Plus') },
  ]);
  let isOnline = true;
  const tab = pc.device.openTab(async (input, init) => {
    if (!isOnline) throw new TypeError('offline');
    return fetch(input, init);
  });
  for (const shop of ['pc', 'ayz'] as const) {
    await syncShop(tab, shop);
    await pc.pullAgain(tab, shop);
  }
  isOnline = false;
  const find = async (shop: 'pc' | 'ayz', id: number): Promise<string | undefined> => {
    const barcode = (await tab.engine.catalog.product(shop, id))?.barcode ?? '';
    const same = await tab.engine.catalog.sameProduct(shop, id, barcode);
    return same && `${same.shop} ${same.card.id}`;
  };
  expect([await find('ayz', 1), await find('pc', 1)]).toEqual(['pc 1', 'ayz 1']);
  expect(await Promise.all([8, 9, 10, 11].map((id) => find('ayz', id)))).toEqual(['pc 8', 'pc 9', 'pc 10', 'pc 11']);
  expect(await Promise.all([8, 9, 10, 11].map((id) => find('pc', id)))).toEqual(['ayz 8', 'ayz 9', 'ayz 10', 'ayz 11']);
  // Another model, two products with one name, one sold out, one without a link to buy it, an unknown id.
  expect(await Promise.all([2, 3, 4, 6, 99].map((id) => find('ayz', id)))).toEqual(Array(5).fill(undefined));
  // An equal barcode is enough, whatever the titles; but a used product that is sold out is not found.
  expect([await find('ayz', 5), await find('pc', 6)]).toEqual(['pc 6', undefined]);
});
