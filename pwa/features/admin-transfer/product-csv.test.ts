import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import { csvHead, toProductRows } from './product-csv.ts';
import { readFile } from './read-file.ts';

const SERVER_FIELDS = {
  view_count: 3,
  imagecount: 1,
  image_version: 1,
  placeholder: 'x',
  updated_at: '2026-11-21T12:00:00.000Z',
  seq: 4,
};

const titlesOf = async (text: string) =>
  (await readFile(new Blob([text]))).rows.map((row) => ('fields' in row ? row.fields['title'] : row));

it('no exported cell is a formula, and each is read back unchanged', async () => {
  const titles = ['=1+1', '+1', '-1', '@A1', '\t=1', "'=1", "it's", "'quoted'"];
  const products = titles.map(
    (title) => ({ ...PRODUCT_DEFAULTS.affiliate, ...SERVER_FIELDS, id: 7, title }) as Product,
  );
  const text = csvHead('affiliate') + toProductRows('affiliate', products);
  expect(text).not.toMatch(/(?:^|[,"\n])[=+\-@\t]/);
  expect(await titlesOf(text)).toEqual(titles);
});

it('any exported product is read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (title, description) => {
      fc.pre(!`${title}${description}`.includes('\u0000'));
      const product = { ...PRODUCT_DEFAULTS.affiliate, ...SERVER_FIELDS, id: 7, title, description } as Product;
      const text = csvHead('affiliate') + toProductRows('affiliate', [product]);
      const { rows } = await readFile(new Blob([text]));
      expect(rows).toMatchObject([{ fields: { id: '7', title, description, rate: '0', price: '0' } }]);
    }),
  );
});

it('an export without products contains the field names', () => {
  expect(csvHead('openBox')).toMatch(/^\uFEFFid,title,main_category,category,description,barcode,store,ebay,/);
});
