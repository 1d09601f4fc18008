import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRASH_DAYS } from '#contract/limits.ts';
import { createRetentionJob } from '../../retention.ts';
import type { BusEvent } from '../../storage/events/event-bus.ts';
import { createAdministrator } from '../../testing/clients/administrator.ts';
import type { Administrator } from '../../testing/clients/administrator.ts';
import { json, send } from '../../testing/clients/send.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';

const FIELDS = { title: 'Lamp', main_category: 'Light', category: 'Desk', price: '19.90' };
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Administrator;
let clockMs: number;

beforeEach(async () => {
  clockMs = Date.now();
  app = await startTestApp({ now: () => clockMs });
  admin = await createAdministrator(app);
});
afterEach(() => app.stop());

const read = async (id: number, shop = 'pc') => json(await send(app.url, `/api/products/${id}?shop=${shop}`));
const pointers = (reply: Record<string, unknown>): unknown =>
  (reply['errors'] as { pointer: string }[] | undefined)?.map(({ pointer }) => pointer);
const purgeIn = (days: number): Promise<unknown> =>
  createRetentionJob('call-results', { ...app.context, now: () => clockMs + days * DAY_MS }).run();
const audit = () => app.context.database.reader.selectFrom('admin_audit').selectAll().orderBy('number').execute();

describe('add-product', () => {
  it('adds a product with the defaults of its shop and publishes the change', async () => {
    const events: BusEvent[] = [];
    app.context.bus.subscribe((event) => events.push(event));
    const { status, body } = await admin.call('POST', '/api/add-product?shop=pc', FIELDS);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: 1, ...FIELDS, price: '19.9', availability: 'YES', rate: 0, imagecount: 0, seq: 1 }),
    ]);
    expect(await read(1)).toEqual(body);
    expect(events).toEqual([{ type: 'products-changed', shop: 'pc', seq: 1, epoch: app.context.states.epoch }]);
    const openBox = await admin.call('POST', '/api/add-product?shop=ayz', {
      title: 'Camera',
      main_category: 'Photo',
      category: 'Cameras',
    });
    expect(openBox.body).toMatchObject({
      good_condition_price: '0',
      good_condition_available_quantity: '0',
      store: '',
    });
  });

  it('accepts what a form of the specification sends: texts, a misspelt name and an image count', async () => {
    const { main_category, ...rest } = FIELDS;
    const sent = { ...rest, main_categoty: main_category, id: '7', rate: '4', imagecount: 3 };
    const { status, body } = await admin.call('POST', '/api/add-product', sent);
    expect([status, body]).toEqual([200, expect.objectContaining({ id: 7, rate: 4, imagecount: 0, main_category })]);
    expect((await read(7, 'default'))['title']).toBe('Lamp');
  });

  it('sanitizes the description', async () => {
    const description = '<p onclick="x()">A <b>lamp</b><script>alert(1)</script></p>';
    const { body } = await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, description });
    expect(body['description']).toBe('<p>A <b>lamp</b></p>');
    const again = await admin.call('PUT', '/api/edit-product/pc/1', { description });
    expect(again.body['seq']).toBe(1);
  });

  it.each([
    ['a body without fields', {}, ['/body/title', '/body/main_category', '/body/category']],
    ['blank texts', { ...FIELDS, title: '  ', category: '' }, ['/body/title', '/body/category']],
    ['a comma in the price', { ...FIELDS, price: '12,5' }, ['/body/price']],
    ['a price that is a number', { ...FIELDS, price: 12.5 }, ['/body/price']],
    ['a link with a script', { ...FIELDS, link: 'javascript:alert(1)' }, ['/body/link']],
    ['an unknown field', { ...FIELDS, colour: 'red' }, ['/body/colour']],
    ['a field of another shop', { ...FIELDS, store: 'Garage' }, ['/body/store']],
    ['a rating out of range', { ...FIELDS, rate: '9' }, ['/body/rate']],
    ['an unknown availability', { ...FIELDS, availability: 'yes' }, ['/body/availability']],
    ['a NUL', { ...FIELDS, description: 'a\0b' }, ['/body/description']],
    ['a long description', { ...FIELDS, description: 'x'.repeat(200_001) }, ['/body/description']],
    ['an id of 0', { ...FIELDS, id: 0 }, ['/body/id']],
    ['an id that is no number', { ...FIELDS, id: '1e3' }, ['/body/id']],
    ['an id that is too high', { ...FIELDS, id: 2_147_483_648 }, ['/body/id']],
    ['image ids that are not text', { ...FIELDS, pictures: [1] }, ['/body/pictures/0']],
  ])('rejects %s and names the field', async (_what, body, fields) => {
    const reply = await admin.call('POST', '/api/add-product?shop=pc', body);
    expect([reply.status, reply.body['code'], pointers(reply.body)]).toEqual([400, 'bad-request', fields]);
    expect(await app.context.products.countProducts('pc')).toBe(0);
    expect(await audit()).toEqual([]);
  });

  it.each([[[]], ['text'], [7], [null]])('rejects the body %j', async (body) => {
    expect((await admin.call('POST', '/api/add-product?shop=pc', body)).status).toBe(400);
  });

  it('rejects a body of more than 256 KiB before it is read', async () => {
    const reply = await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, description: 'x'.repeat(262_144) });
    expect([reply.status, reply.body['code']]).toEqual([413, 'too-large']);
  });

  it('rejects an id in use and returns a free one', async () => {
    await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, id: 12 });
    const reply = await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, id: 12 });
    expect([reply.status, reply.body['code'], reply.body['current']]).toEqual([409, 'id-taken', { nextId: 13 }]);
  });

  it('rejects an unknown image and adds nothing', async () => {
    const reply = await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, pictures: ['unknown'] });
    expect([reply.status, reply.body['code']]).toEqual([409, 'picture-missing']);
    expect(await app.context.products.countProducts('pc')).toBe(0);
  });

  it('[IDEM1] adds once for each key, also for concurrent calls', async () => {
    const call = () => admin.call('POST', '/api/add-product?shop=pc', FIELDS, { 'idempotency-key': 'draft-1' });
    const replies = [...(await Promise.all([call(), call()])), await call()];
    expect(replies.map(({ status, body }) => [status, body['id']])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect(await app.context.products.countProducts('pc')).toBe(1);
    expect(await audit()).toHaveLength(1);
    const other = await admin.call(
      'POST',
      '/api/add-product?shop=pc',
      { ...FIELDS, title: 'Sofa' },
      {
        'idempotency-key': 'draft-1',
      },
    );
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency-conflict']);
  });

  it.each([31, 60, 400])('[IDEM4] adds once for each key, also when it is sent again after %i days', async (days) => {
    const add = () => admin.call('POST', '/api/add-product?shop=pc', FIELDS, { 'idempotency-key': 'k' });
    const first = await add();
    await purgeIn(days);
    expect(await add()).toEqual(first);
    expect((await read(2))['status']).toBe(404);
  });

  it('[IDEM3] accepts the key of a rejected call again', async () => {
    const headers = { 'idempotency-key': 'draft-2' };
    expect((await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, price: '-1' }, headers)).status).toBe(
      400,
    );
    expect((await admin.call('POST', '/api/add-product?shop=pc', FIELDS, headers)).status).toBe(200);
  });
});

describe('next-id', () => {
  it('is one above the highest id that is or was in use', async () => {
    const nextId = async () => (await admin.call('GET', '/api/next-id?shop=pc')).body;
    expect(await nextId()).toEqual({ nextId: 1 });
    await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, id: 40 });
    expect(await nextId()).toEqual({ nextId: 41 });
    await admin.call('DELETE', '/api/delete-product/pc/40');
    expect(await nextId()).toEqual({ nextId: 41 });
    expect((await admin.call('GET', '/api/next-id?shop=ayz')).body).toEqual({ nextId: 1 });
    expect((await admin.call('GET', '/api/next-id?shop=moon')).body['code']).toBe('unknown-shop');
  });
});

describe('edit-product', () => {
  beforeEach(() => admin.call('POST', '/api/add-product?shop=default', { ...FIELDS, rate: 3 }));

  it('changes the fields that it names, under either name of the shop', async () => {
    const first = await admin.call('PUT', '/api/edit-product/products/1', { title: 'Sofa' });
    expect([first.status, first.body]).toEqual([200, expect.objectContaining({ title: 'Sofa', rate: 3, seq: 2 })]);
    const second = await admin.call('PUT', '/api/edit-product/default/1', { main_categoty: 'Seats' });
    expect(second.body).toMatchObject({ title: 'Sofa', main_category: 'Seats', seq: 3 });
    expect(await read(1, 'default')).toEqual(second.body);
  });

  it('changes and audits nothing when all values are the same', async () => {
    const { status, body } = await admin.call('PUT', '/api/edit-product/products/1', { ...FIELDS, rate: 3 });
    expect([status, body['seq']]).toEqual([200, 1]);
    expect(await audit()).toHaveLength(1);
  });

  it('rejects a stale If-Match and returns the current product', async () => {
    const edit = (title: string, version: string) =>
      admin.call('PUT', '/api/edit-product/products/1', { title }, { 'if-match': version });
    expect((await edit('Sofa', '"1"')).status).toBe(200);
    const stale = await edit('Chair', '"1"');
    expect([stale.status, stale.body['code'], stale.body['current']]).toEqual([
      412,
      'stale-version',
      await read(1, 'default'),
    ]);
    expect((await edit('Chair', 'W/"2"')).status).toBe(200);
    expect((await edit('Bed', '*')).status).toBe(200);
    expect((await edit('Lamp', 'now')).status).toBe(400);
  });

  it('[IDEM1] takes effect once for each key, whatever has changed since', async () => {
    const edit = () =>
      admin.call(
        'PUT',
        '/api/edit-product/products/1',
        { title: 'Sofa' },
        { 'if-match': '"1"', 'idempotency-key': 'e' },
      );
    expect((await edit()).status).toBe(200);
    await admin.call('PUT', '/api/edit-product/products/1', { price: '5' });
    const again = await edit();
    expect([again.status, again.body['title'], again.body['price']]).toEqual([200, 'Sofa', '5']);
  });

  it.each([
    ['/api/edit-product/products/9', 404],
    ['/api/edit-product/products/0', 404],
    ['/api/edit-product/products/x', 404],
    ['/api/edit-product/moon/1', 400],
  ])('answers %s with %i', async (path, status) => {
    expect((await admin.call('PUT', path, { title: 'Sofa' })).status).toBe(status);
  });

  it('rejects an empty required field', async () => {
    const reply = await admin.call('PUT', '/api/edit-product/products/1', { title: '' });
    expect([reply.status, pointers(reply.body)]).toEqual([400, ['/body/title']]);
  });
});

describe('delete-product', () => {
  beforeEach(() => admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, price: '5', rate: 2 }));

  it('removes a product once; it can be restored as it was', async () => {
    const before = await read(1);
    const remove = () => admin.call('DELETE', '/api/delete-product/pc/1', undefined, { 'idempotency-key': 'd' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect((await read(1))['code']).toBe('not-found');
    const again = await admin.call('DELETE', '/api/delete-product/pc/1');
    expect([again.status, again.body['error']]).toEqual([404, 'Not found']);
    expect((await admin.call('GET', '/api/deleted-products?shop=pc')).body).toEqual({
      products: [{ id: 1, title: 'Lamp', deleted_at: new Date(clockMs).toISOString() }],
    });

    const restored = await admin.call('POST', '/api/restore-product/pc/1');
    const { updated_at, image_version } = restored.body;
    expect(restored.body).toEqual({ ...before, seq: 3, updated_at, image_version });
    expect(await admin.call('POST', '/api/restore-product/pc/1')).toEqual(restored);
    expect((await admin.call('GET', '/api/deleted-products?shop=pc')).body).toEqual({ products: [] });
  });

  it('is not undone by a late repetition of a restore', async () => {
    const restore = () => admin.call('POST', '/api/restore-product/pc/1', undefined, { 'idempotency-key': 'r' });
    await admin.call('DELETE', '/api/delete-product/pc/1');
    expect((await restore()).body['title']).toBe('Lamp');
    await admin.call('DELETE', '/api/delete-product/pc/1');
    expect((await restore()).status).toBe(404);
    expect((await read(1))['code']).toBe('not-found');
  });

  it('cannot be undone when another product has the id, or after 30 days', async () => {
    await admin.call('DELETE', '/api/delete-product/pc/1');
    await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, id: 1, title: 'Sofa' });
    expect((await admin.call('POST', '/api/restore-product/pc/1')).body['title']).toBe('Sofa');
    await admin.call('DELETE', '/api/delete-product/pc/1');
    clockMs += TRASH_DAYS * DAY_MS;
    await createRetentionJob('trash', app.context).run();
    admin = await createAdministrator(app);
    expect((await admin.call('GET', '/api/deleted-products?shop=pc')).body).toEqual({ products: [] });
    expect((await admin.call('POST', '/api/restore-product/pc/1')).status).toBe(404);
  });

  it('leaves the item in carts as unavailable', async () => {
    const fields = { title: 'Camera', main_category: 'Photo', category: 'Cameras' };
    await admin.call('POST', '/api/add-product?shop=ayz', {
      ...fields,
      good_condition_price: '10',
      good_condition_available_quantity: '3',
    });
    const { headers } = await signIn(app, 'alice');
    await send(app.url, '/api/cart', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ google_id: 'demo-alice', product_id: 1, condition: 'good', quantity: 1 }),
    });
    await admin.call('DELETE', '/api/delete-product/ayz/1');
    const cart = JSON.parse((await send(app.url, '/api/cart/demo-alice', { headers })).body.toString()) as unknown[];
    expect(cart).toEqual([expect.objectContaining({ title: 'Camera', price: '0', available: 0 })]);
  });
});

describe('the audit log', () => {
  it('is returned page by page, the newest entry first', async () => {
    for (const title of ['Sofa', 'Chair', 'Bed'])
      await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, title });
    const page = async (query: string) =>
      ((await admin.call('GET', `/api/admin-audit${query}`)).body['entries'] as Record<string, unknown>[]).map(
        ({ number, subject }) => [number, subject],
      );
    expect(await page('?limit=2')).toEqual([
      [3, 'pc/3'],
      [2, 'pc/2'],
    ]);
    expect(await page('?limit=2&before=2')).toEqual([[1, 'pc/1']]);
    expect(await page('?before=1')).toEqual([]);
    const { body } = await admin.call('GET', '/api/admin-audit?limit=1');
    expect(body['entries']).toEqual([
      {
        number: 3,
        at: new Date(clockMs).toISOString(),
        actor: 'administrator',
        action: 'add-product',
        subject: 'pc/3',
        before: {},
        after: expect.objectContaining({ title: 'Bed' }),
      },
    ]);
    expect((await admin.call('GET', '/api/admin-audit?limit=0')).status).toBe(400);
  });

  it('records the actor, and the values before and after', async () => {
    await admin.call('POST', '/api/add-product?shop=pc', { ...FIELDS, description: 'x'.repeat(600) });
    const { headers } = await signIn(app, 'ada');
    await admin.call('PUT', '/api/edit-product/pc/1', { title: 'Sofa', category: 'Desk' }, headers);
    const bob = await signIn(app, 'bob');
    await admin.call('DELETE', '/api/delete-product/pc/1', undefined, bob.headers);
    await admin.call('POST', '/api/restore-product/pc/1');
    const rows = (await audit()).map(({ at, actor, action, subject, before, after }) => {
      expect(at).toBe(clockMs);
      return { actor, action, subject, before: JSON.parse(before) as object, after: JSON.parse(after) as object };
    });
    const product = { ...FIELDS, price: '19.9', typical_price: '0', description: `${'x'.repeat(500)}…`, imagecount: 0 };
    expect(rows).toEqual([
      {
        actor: 'administrator',
        action: 'add-product',
        subject: 'pc/1',
        before: {},
        after: expect.objectContaining(product),
      },
      {
        actor: 'Ada (demo-ada)',
        action: 'edit-product',
        subject: 'pc/1',
        before: { title: 'Lamp' },
        after: { title: 'Sofa' },
      },
      {
        actor: 'administrator',
        action: 'delete-product',
        subject: 'pc/1',
        before: expect.objectContaining({ ...product, title: 'Sofa' }),
        after: {},
      },
      {
        actor: 'administrator',
        action: 'restore-product',
        subject: 'pc/1',
        before: {},
        after: expect.objectContaining({ ...product, title: 'Sofa' }),
      },
    ]);
  });
});
