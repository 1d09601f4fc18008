import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/product.ts';
import type { Product } from '#contract/product.ts';
import type { CallResult } from '#sync/account/account-api.ts';
import { loadProduct } from './load-product.ts';

const PRODUCT = { ...PRODUCT_DEFAULTS.affiliate, id: 5, title: 'Lamp', seq: 3 } as unknown as Product;
const unreachable = async () => ({ ok: false, problem: 'unreachable' }) as const;
const notFound = async (): Promise<CallResult<Product>> => ({
  ok: false,
  problem: 'rejected',
  code: 'not-found',
  detail: 'Not found',
  retryAfterSeconds: undefined,
  current: undefined,
  errors: undefined,
});
const online = {
  loadProduct: async () => ({ ok: true, value: PRODUCT }) as const,
  listImages: async () => ({ ok: true, value: ['2.webp', '1.webp'] }) as const,
};
const offline = { loadProduct: unreachable, listImages: unreachable };
const device = (known: () => Promise<Product | undefined>) => ({ product: known });

test('the server’s product goes before the device’s', async () => {
  const never = device(() => Promise.reject(new Error('not to be asked')));
  expect(await loadProduct(online, never, 'pc', 5)).toEqual({
    kind: 'found',
    product: PRODUCT,
    names: ['2.webp', '1.webp'],
    isFromDevice: false,
  });
});

test('without network the device’s catalogue says what it knows, but no names of pictures', async () => {
  const known = device(async () => PRODUCT);
  expect(await loadProduct(offline, known, 'pc', 5)).toEqual({
    kind: 'found',
    product: PRODUCT,
    names: undefined,
    isFromDevice: true,
  });
  expect(
    await loadProduct(
      offline,
      device(async () => undefined),
      'pc',
      5,
    ),
  ).toEqual({ kind: 'missing' });
  const failing = device(() => Promise.reject(new Error('no details')));
  expect(await loadProduct(offline, failing, 'pc', 5)).toEqual({ kind: 'unavailable' });
});

test('what the server does not have is missing, whatever the device remembers', async () => {
  const remembering = device(async () => PRODUCT);
  expect(await loadProduct({ ...online, loadProduct: notFound }, remembering, 'pc', 5)).toEqual({ kind: 'missing' });
});

test('a product without a list of names is still one', async () => {
  const found = await loadProduct(
    { ...online, listImages: unreachable },
    device(async () => undefined),
    'pc',
    5,
  );
  expect(found).toMatchObject({ kind: 'found', names: undefined, isFromDevice: false });
});
