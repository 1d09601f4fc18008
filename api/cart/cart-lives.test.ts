import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import { CAMERA_ID, purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { addTripod, replaceCamera, WAYS } from '../testing/apps/replace-product.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';

const ITEM = { product_id: CAMERA_ID, condition: 'good' };

let app: TestApp;
let alice: Buyer;
beforeEach(async () => {
  app = await startOrderApp(3);
  alice = await signInBuyer(app, 'alice');
  await add();
});
afterEach(() => app.stop());

const add = (quantity = 1) => alice.call('POST', '/api/cart', { google_id: alice.sub, ...ITEM, quantity });
const readCart = async () =>
  JSON.parse((await alice.call('GET', `/api/cart/${alice.sub}`)).body.toString()) as CartLine[];
const push = async (name: string, args: object) => {
  const reply = await alice.call('POST', '/api/sync/push', {
    client: crypto.randomUUID(),
    user: alice.sub,
    ops: [{ op: 1, name, args }],
  });
  return (json(reply)['results'] as { outcome: string; code?: string }[])[0];
};
const lifeOfProduct = async () =>
  (
    await app.context.database.reader
      .selectFrom('product')
      .select('life')
      .where('id', '=', CAMERA_ID)
      .executeTakeFirst()
  )?.life;
const rejection = (reply: Reply) => [reply.status, json(reply)['code']];

it.each(WAYS)('[LIFE1] a line keeps its product when another product gets the id %s', async (way) => {
  await replaceCamera(app, way);
  expect(await readCart()).toMatchObject([{ title: 'Camera', store: 'Garage', price: '0', available: 0, quantity: 1 }]);
});

it('[LIFE1] the line of a restored product is available again', async () => {
  await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
  await app.context.write((unit) => app.context.products.restoreProductsIn(unit, 'ayz', [CAMERA_ID]));
  expect(await readCart()).toMatchObject([{ title: 'Camera', price: '12.5', available: 3 }]);
});

it('[LIFE1] an order of a line whose product was replaced is rejected and leaves no order', async () => {
  await replaceCamera(app);
  expect(rejection(await alice.buy(purchaseOf(alice.sub)))).toEqual([404, 'not-found']);
  expect(await readCart()).toMatchObject([{ title: 'Camera', available: 0 }]);
  expect(await alice.orders()).toEqual([]);
});

it('[LIFE1] an order that names an earlier life is rejected, even without a cart line', async () => {
  await alice.call('DELETE', '/api/cart', { google_id: alice.sub, ...ITEM });
  await replaceCamera(app);
  expect(rejection(await alice.buy({ ...purchaseOf(alice.sub), life: 0 }))).toEqual([404, 'not-found']);
  expect((await alice.buy({ ...purchaseOf(alice.sub), life: await lifeOfProduct() })).status).toBe(200);
});

it('[LIFE1] the new product replaces the line of the earlier one', async () => {
  await add();
  await replaceCamera(app);
  const reply = await add();
  expect(json(reply)).toMatchObject({ line: { title: 'Tripod', quantity: 1, available: 1 } });
  expect(await readCart()).toMatchObject([{ title: 'Tripod', quantity: 1, price: '12.5', available: 1 }]);
  expect((await alice.buy(purchaseOf(alice.sub))).status).toBe(200);
  expect(await readCart()).toEqual([]);
});

it('[LIFE1] an addition that was made before the product was replaced is rejected when it arrives', async () => {
  await replaceCamera(app);
  const args = { ...ITEM, quantity: 1, price_seen: '12.5' };
  expect(await push('addCartItem', { ...args, life: 0 })).toMatchObject({ outcome: 'rejected', code: 'not-found' });
  expect(await readCart()).toMatchObject([{ title: 'Camera', quantity: 1 }]);
  expect(await push('addCartItem', { ...args, life: await lifeOfProduct() })).toMatchObject({ outcome: 'applied' });
  expect(await readCart()).toMatchObject([{ title: 'Tripod', quantity: 1, life: await lifeOfProduct() }]);
});

it('[LIFE1] changes to the line of the earlier product do not affect the new product’s line', async () => {
  await replaceCamera(app);
  await add();
  expect(await push('setCartQuantity', { ...ITEM, quantity: 9, life: 0 })).toMatchObject({ code: 'not-found' });
  expect(await push('removeCartItem', { ...ITEM, life: 0 })).toMatchObject({ outcome: 'applied' });
  expect(await readCart()).toMatchObject([{ title: 'Tripod', quantity: 1 }]);
  expect(await push('removeCartItem', ITEM)).toMatchObject({ outcome: 'applied' });
  expect(await readCart()).toEqual([]);
});

it('[LIFE1] a purchase without a key does not repeat an order of the earlier product', async () => {
  await alice.buy();
  await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
  await addTripod(app);
  await alice.buy();
  expect((await alice.orders()).map(({ title }) => title)).toEqual(['Tripod', 'Camera']);
});
