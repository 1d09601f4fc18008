import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { CallResult } from '#sync/api/calls.ts';
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
  getProduct: async () => ({ ok: true, value: PRODUCT }) as const,
  listImages: async () => ({ ok: true as const, value: { images: ['2.webp', '1.webp'] } }),
};
const offline = { getProduct: unreachable, listImages: unreachable };
const device = (known: () => Promise<Product | undefined>) => ({ product: known });

test('the server’s product is preferred to the device’s', async () => {
  const never = device(() => Promise.reject(new Error('must not be called')));
  expect(await loadProduct(online, never, 'pc', 5)).toEqual({
    kind: 'found',
    product: PRODUCT,
    names: ['2.webp', '1.webp'],
    isFromDevice: false,
  });
});

test('offline, the product comes from the device, without image names', async () => {
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

test('a product that the server does not have is missing, even if the device has it', async () => {
  const outdated = device(async () => PRODUCT);
  expect(await loadProduct({ ...online, getProduct: notFound }, outdated, 'pc', 5)).toEqual({ kind: 'missing' });
});

test('a product is found even if its image names cannot be loaded', async () => {
  const found = await loadProduct(
    { ...online, listImages: unreachable },
    device(async () => undefined),
    'pc',
    5,
  );
  expect(found).toMatchObject({ kind: 'found', names: undefined, isFromDevice: false });
});
