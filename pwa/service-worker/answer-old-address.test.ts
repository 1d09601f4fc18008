import { beforeEach, expect, test } from 'vitest';
import { OLD_ADDRESSES_PATH } from '#contract/screens/old-addresses.ts';
import { answerOldAddress, keepOldAddresses } from './answer-old-address.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

let caches: CacheStorage;
let isOffline: boolean;
let type: string;
beforeEach(() => {
  caches = new MemoryCaches() as unknown as CacheStorage;
  isOffline = false;
  type = 'application/json';
});

const fetchFromShop = async (input: unknown): Promise<Response> => {
  if (isOffline) throw new TypeError('Failed to fetch');
  const body = input === OLD_ADDRESSES_PATH ? '{"/products/lamp":"/pcshop?product=7"}' : 'of the server';
  return new Response(body, { headers: { 'content-type': type } });
};
const parts = () => ({ caches, fetch: fetchFromShop as typeof fetch, sendPage: async () => new Response('page') });
const open = (path: string) => answerOldAddress(new Request(`https://shop.test${path}`), parts());

test('[IMP6] an old address is answered by the server, and offline from the stored list with 301', async () => {
  await keepOldAddresses(parts());
  expect(await (await open('/products/lamp')).text()).toBe('of the server');
  isOffline = true;
  const reply = await open('/products/lamp/?utm_source=mail');
  expect([reply.status, reply.headers.get('location')]).toEqual([301, 'https://shop.test/pcshop?product=7']);
  expect(await (await open('/products/chair')).text()).toBe('page');
  expect(await (await open('/constructor')).text()).toBe('page');
});

test('[IMP6] the stored list stays when a new one cannot be fetched, or is no list', async () => {
  await keepOldAddresses(parts());
  type = 'text/html';
  await keepOldAddresses(parts());
  isOffline = true;
  await keepOldAddresses(parts());
  expect((await open('/products/lamp')).status).toBe(301);
});
