import { describe, expect, it } from 'vitest';
import type { AdminDevice } from '../../testing/admin-device.ts';
import { addLamp, kept, stored } from '../../testing/admin-operations.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { imageOf } from '../../testing/sample-image.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

const keep = (content: string): Promise<string> => device.data.saveImage(imageOf(content), 'product');
const titled = (title: string, images?: readonly string[], more?: Parameters<typeof addLamp>[2]) =>
  addLamp(images, { title }, more);
const shown = () =>
  [...server.products.values()].map(({ product, images }) => [product.title, images.map(({ content }) => content)]);
const waiting = async () => (await device.data.outbox()).map(({ op, operation, state }) => [op, operation.kind, state]);

/** Loses the reply of the call that adds the product, and all later calls. */
const loseReply = (): void => {
  let isSent = false;
  server.nextFault = (call) => {
    if (isSent) return 'lost';
    isSent = call.endsWith('add-product');
    return isSent ? 'unanswered' : 'none';
  };
};
const mend = (): void => {
  server.nextFault = () => 'none';
};

describe('[ADM14] a change of a product whose addition is pending', () => {
  it('is part of the addition if that has not been sent, images in their new order included', async () => {
    const [one, two, three] = await Promise.all(['one', 'two', 'three'].map(keep));
    const first = titled('Lamp', [one!, two!]);
    const op = await device.data.enqueue(first);
    server.nextFault = () => 'lost';
    await device.exchange();
    const changed = titled('Desk lamp', [three!, one!]);
    expect(await device.data.changeAddition(op, changed, first)).toBe(op);
    expect(await waiting()).toEqual([[op, 'addProduct', 'waiting']]);
    mend();
    await device.exchange();
    expect(shown()).toEqual([['Desk lamp', ['three', 'one']]]);
    expect(await device.data.image(two!)).toBeUndefined();
  });

  it('leads to one product if the server has added it and the reply was lost', async () => {
    const [one, two, three] = await Promise.all(['one', 'two', 'three'].map(keep));
    const first = titled('Lamp', [one!, two!]);
    const op = await device.data.enqueue(first);
    loseReply();
    await device.exchange();
    expect(shown()).toEqual([['Lamp', ['one', 'two']]]);
    const second = titled('Desk lamp', [three!, two!]);
    await device.data.changeAddition(op, second, first);
    await device.data.changeAddition(op, titled('Floor lamp', [three!, two!]), second);
    expect(await waiting()).toEqual([[op, 'addProduct', 'waiting']]);
    expect((await device.data.outbox())[0]?.operation).toMatchObject({ fields: { title: 'Floor lamp' } });
    mend();
    await device.exchange();
    expect(shown()).toEqual([['Floor lamp', ['three', 'two']]]);
    expect(await waiting()).toEqual([]);
  });

  it('edits the product if it was added while the form was open, under the id that it got', async () => {
    await server.addProduct(1, { title: 'Other' });
    const first = titled('Lamp', [await keep('one')]);
    const op = await device.data.enqueue(first);
    await device.exchange();
    await device.data.changeAddition(op, titled('Desk lamp', first.images), first);
    await device.exchange();
    expect(shown()).toEqual([
      ['Other', []],
      ['Desk lamp', ['one']],
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('is shown by the rejected addition, although the server rejected it as it was before the change', async () => {
    await server.addProduct(1, { title: 'Other' });
    const first = titled('Lamp', [], { isOwnId: true });
    const op = await device.data.enqueue(first);
    server.nextFault = (call) => (call.endsWith('add-product') ? 'busy' : 'none');
    await device.exchange();
    await device.data.changeAddition(op, titled('Desk lamp', [], { isOwnId: true }), first);
    mend();
    await device.exchange();
    expect(await device.data.outbox()).toMatchObject([
      { op, state: 'rejected', operation: { kind: 'addProduct', fields: { title: 'Desk lamp' } } },
    ]);
  });

  it('in an open form moves to the form of the product once that is added', async () => {
    const first = titled('Lamp', [await keep('one')]);
    const op = await device.data.enqueue(first);
    const draft = {
      fields: { ...first.fields, title: 'Unfinished' },
      id: '1',
      isOwnId: false,
      images: first.images.map(kept),
      links: '',
      base: null,
    };
    await device.data.saveDraft(`pc/addition/${op}`, draft);
    await device.exchange();
    const moved = { fields: { title: 'Unfinished' }, images: [stored('1.webp')] };
    expect(await device.data.draft('pc/edit/1')).toMatchObject({ ...moved, base: { fields: { title: 'Lamp' } } });
    await device.data.saveDraft(`pc/addition/${op}`, { ...draft, fields: { ...draft.fields, title: 'Later' } });
    expect(await device.data.draft('pc/edit/1')).toMatchObject({ ...moved, fields: { title: 'Later' } });
    expect(await device.data.draft(`pc/addition/${op}`)).toBeUndefined();
  });
});

it('[ADM14] the product of a discarded addition is deleted on the server, once, if the addition was sent already', async () => {
  const op = await device.data.enqueue(titled('Lamp'));
  loseReply();
  await device.exchange();
  await device.data.discard(op);
  await device.data.discard(op);
  mend();
  await device.exchange();
  expect([shown(), await waiting()]).toEqual([[], []]);
  expect(server.deleted).toEqual([1]);
});
