import { describe, expect, test } from 'vitest';
import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import { MARKETPLACE_KEYS } from '#contract/products/marketplaces.ts';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { OpenBoxFields } from '#contract/products/product.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { getShop, SHOP_KEYS } from '#contract/shops.ts';
import { CATALOGUE_NOTES } from './catalogue-notes.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { IconLibrary } from './images/icons.ts';

const icons = new IconLibrary();

describe.each(SHOP_KEYS)('the demo catalogue of %s', (shop) => {
  test('holds products that the contract accepts', async () => {
    const { offer } = getShop(shop);
    for (const { fields } of await readDemoCatalogue(shop)) {
      expect(PRODUCT_FIELDS[offer].safeParse(fields).error, fields.title).toBeUndefined();
    }
  });

  test('has enough products, categories and view counts', async () => {
    const products = await readDemoCatalogue(shop);
    const titles = products.map(({ fields }) => fields.title);
    expect(products.length).toBeGreaterThanOrEqual(64);
    expect(new Set(titles).size).toBe(titles.length);
    expect(new Set(products.map(({ fields }) => fields.main_category)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(products.map(({ fields }) => fields.category)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(products.map(({ viewCount }) => viewCount)).size).toBeGreaterThan(products.length / 2);
  });

  test('describes each product in closed tags, with the note of its main category', async () => {
    for (const { fields } of await readDemoCatalogue(shop)) {
      expect(Object.keys(CATALOGUE_NOTES)).toContain(fields.main_category);
      const open: string[] = [];
      for (const [, slash, tag = ''] of fields.description.matchAll(/<(\/?)(\w+)>/g)) {
        if (slash === '') open.push(tag);
        else expect(open.pop(), fields.title).toBe(tag);
      }
      expect(open).toEqual([]);
      expect(fields.description.replaceAll(/<\/?(h2|h3|p|ul|ol|li|b)>/g, ''), fields.title).not.toMatch(/[<>]/);
    }
  });

  test('names icons that exist', async () => {
    for (const { icon, accessory } of await readDemoCatalogue(shop)) {
      expect(() => [icons.getIcon(icon), icons.getIcon(accessory)]).not.toThrow();
    }
  });
});

describe('the demo catalogues', () => {
  test('have a category of more than one page', async () => {
    const products = (await Promise.all(SHOP_KEYS.map(readDemoCatalogue))).flat();
    const categories = Map.groupBy(products, ({ fields }) => `${fields.main_category} / ${fields.category}`);
    expect(Math.max(...[...categories.values()].map(({ length }) => length))).toBeGreaterThan(PAGE_SIZE);
  });

  test('contain the edge cases that a shop must show well', async () => {
    const [referral, openBox] = await Promise.all([readDemoCatalogue('default'), readDemoCatalogue('ayz')]);
    const stock = (fields: OpenBoxFields) =>
      CONDITIONS.map(({ key }) => Number(fields[quantityField(key)])).reduce((sum, quantity) => sum + quantity);
    const prices = (fields: OpenBoxFields) =>
      CONDITIONS.filter(({ key }) => Number(fields[priceField(key)]) > 0).length;
    const used = openBox.map(({ fields }) => fields as OpenBoxFields);

    expect(referral.some(({ fields }) => fields.title.length > 120)).toBe(true);
    expect(referral.some(({ fields }) => /\p{Emoji_Presentation}.*".*&.*</u.test(fields.title))).toBe(true);
    expect(referral.some(({ fields }) => 'availability' in fields && fields.availability === 'NO')).toBe(true);
    expect(referral.some(({ fields }) => 'typical_price' in fields && fields.typical_price === '0')).toBe(true);
    expect(used.some((fields) => stock(fields) === 0 && prices(fields) > 0)).toBe(true);
    expect(used.some((fields) => stock(fields) === 1)).toBe(true);
    expect(used.some((fields) => prices(fields) === 0)).toBe(true);
    expect(used.some((fields) => prices(fields) === 1)).toBe(true);
    expect(used.some((fields) => prices(fields) === 4)).toBe(true);
    expect(used.some((fields) => fields.ebay === '' && fields.offer_up === '')).toBe(true);
    expect(used.some((fields) => MARKETPLACE_KEYS.every((key) => fields[key]))).toBe(true);
  });
});
