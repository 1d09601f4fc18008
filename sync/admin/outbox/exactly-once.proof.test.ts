import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AdminDevice } from '../../testing/admin-device.ts';
import { addLamp, deletionOf, editOf, kept, stored } from '../../testing/admin-operations.ts';
import { AdminServer } from '../../testing/admin-server.ts';
import type { AdminFault } from '../../testing/admin-server.ts';
import { imageOf } from '../../testing/sample-image.ts';
import type { ImageRef } from '../../api/admin-api.ts';

const FAULTS: readonly AdminFault[] = ['none', 'lost', 'unanswered', 'doubled', 'late', 'busy'];

const who = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), who, images: fc.nat({ max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), who, pick: fc.nat(), image: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), image: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('exchange' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('kill' as const), who, steps: fc.nat({ max: 25 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('back up' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('put back' as const) }) },
);
const faults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 60 });

/** A product as it must be in the end. Only the first administrator writes titles, only the second prices. */
interface Expected {
  /** Part of its link, which does not change. */
  readonly name: string;
  readonly addedBy: number;
  title: string;
  price: string;
  images: string[];
  isDeleted: boolean;
}

const linkOf = (name: string): string => `https://example.com/${name}`;

const findProduct = ({ products }: Pick<AdminServer, 'products'>, name: string) =>
  [...products.values()].find(({ product }) => product.link === linkOf(name));

class History {
  readonly server: AdminServer;
  readonly devices: readonly [AdminDevice, AdminDevice];
  readonly expected: Expected[] = [];
  #backup: Buffer = Buffer.alloc(0);
  /** The products in the backup. */
  #products: AdminServer['products'] = new Map();
  #made = 0;

  private constructor(planned: readonly AdminFault[], server: AdminServer) {
    this.server = server;
    this.devices = [new AdminDevice(server), new AdminDevice(server)];
    const left = [...planned];
    this.server.nextFault = () => left.shift() ?? 'none';
    this.server.isLateOver = () => (left.length & 1) === 0;
  }

  static async begin(planned: readonly AdminFault[]): Promise<History> {
    const server = new AdminServer();
    await server.shop.ready();
    const history = new History(planned, server);
    await history.backUp();
    return history;
  }

  async add(by: number, images: number): Promise<void> {
    const name = `p${++this.#made}`;
    const contents = Array.from({ length: images }, (_, place) => `${name}/${place}`);
    const { data } = this.#device(by);
    const ids = await Promise.all(contents.map((content) => data.saveImage(imageOf(content), 'product')));
    // Both devices propose the same id: neither knows of the other's product.
    await data.enqueue(addLamp(ids, { title: name, link: linkOf(name) }, { id: this.server.nextId }));
    this.expected.push({ name, addedBy: by, title: name, price: '0', images: contents, isDeleted: false });
  }

  /** Changes an addition that waits on the first device, whether the server has it or not: its title, and its images in reverse. */
  async change(pick: number, withImage: boolean): Promise<void> {
    const { data } = this.#device(0);
    const pending = (await data.outbox()).flatMap(({ op, operation }) => {
      const expected = this.expected.find(({ title }) => 'fields' in operation && operation.fields.title === title);
      return operation.kind === 'addProduct' && expected && !expected.isDeleted ? [{ op, operation, expected }] : [];
    });
    const found = pending[pick % Math.max(pending.length, 1)];
    if (!found) return;
    const { op, operation, expected } = found;
    const value = String(++this.#made);
    const title = `${expected.name} ${value}`;
    let images = operation.images;
    if (withImage) {
      const content = `${expected.name}/new${value}`;
      images = [await data.saveImage(imageOf(content), 'product'), ...images.toReversed().slice(0, 2)];
      expected.images = [content, ...expected.images.toReversed().slice(0, 2)];
    }
    const changed = { ...operation, fields: { ...operation.fields, title }, images };
    await data.changeAddition(op, changed, operation);
    expected.title = title;
  }

  /** Edits a product as it is on the server now, although it may have changed by the time the edit is sent. */
  async edit(by: number, pick: number, withImage: boolean): Promise<void> {
    const found = this.#pick(pick);
    if (!found) return;
    const { expected, known } = found;
    if (await this.#isBeingAdded(expected)) return;
    if (!this.#canReturn(by, expected)) return;
    const product = await this.server.product(known.product.id);
    const value = String(++this.#made);
    const changes = by === 0 ? { title: `${expected.name} ${value}` } : { price: value };
    const { data } = this.#device(by);
    let images: ImageRef[] | null = null;
    // Only the first administrator edits images: of two orders of the images, the later one would win.
    if (withImage && by === 0 && !(await this.#hasWaiting(by, expected))) {
      const content = `${expected.name}/new${value}`;
      const id = await data.saveImage(imageOf(content), 'product');
      images = [kept(id), ...known.images.map(({ name }) => stored(name)).toReversed()];
      expected.images = [content, ...expected.images.toReversed()];
    }
    await data.enqueue(editOf(product, changes, images));
    Object.assign(expected, changes);
  }

  async delete(pick: number): Promise<void> {
    const found = this.#pick(pick);
    // After this deletion, a waiting edit of the other administrator would rightly be rejected.
    if (
      !found ||
      !this.#canReturn(0, found.expected) ||
      (await this.#hasWaiting(1, found.expected)) ||
      (await this.#isBeingAdded(found.expected))
    )
      return;
    const { id, title } = found.known.product;
    await this.devices[0].data.enqueue(deletionOf(id, title));
    found.expected.isDeleted = true;
  }

  async backUp(): Promise<void> {
    this.#backup = await this.server.shop.backUp();
    this.#products = this.server.products;
  }

  async putBack(): Promise<void> {
    await this.server.shop.restore(this.#backup);
  }

  /** A device asks for the server's epoch when it connects, and sends nothing without an answer. */
  async exchange(by: number, steps?: number): Promise<void> {
    const device = this.#device(by);
    const hasPulled = await device.pullOrders().then(
      () => true,
      () => false,
    );
    if (!hasPulled) return;
    if (steps === undefined) await device.exchange();
    else await device.exchangeUntilKilled(steps);
  }

  async settle(): Promise<void> {
    this.server.nextFault = () => 'none';
    this.server.isLateOver = () => true;
    for (const device of [...this.devices, ...this.devices, ...this.devices]) {
      await device.pullOrders();
      await device.exchange();
      await keepTheirTitles(device);
    }
  }

  async close(): Promise<void> {
    for (const device of this.devices) device.close();
    await this.server.shop.end();
  }

  /** Whether a product survives a restore for a device: if the backup lacks it, only the device that added it brings it back. */
  #canReturn(by: number, { name, addedBy }: Expected): boolean {
    return addedBy === by || findProduct({ products: this.#products }, name) !== undefined;
  }

  async #hasWaiting(by: number, { name }: Expected): Promise<boolean> {
    const known = findProduct(this.server, name);
    const operations = await this.#device(by).store.run((database) => database.operations.toArray());
    // Operations that are acknowledged in the server's epoch are done.
    const open = operations.filter(({ ackEpoch }) => ackEpoch !== this.server.epoch);
    return open.some(({ operation }) => 'id' in operation && operation.id === known?.product.id);
  }

  /** Whether the device that added a product still waits for the answer. */
  async #isBeingAdded({ addedBy, title }: Expected): Promise<boolean> {
    const entries = await this.#device(addedBy).data.outbox();
    return entries.some(({ operation }) => operation.kind === 'addProduct' && operation.fields.title === title);
  }

  #pick(pick: number) {
    const there = this.expected.flatMap((expected) => {
      const known = findProduct(this.server, expected.name);
      return known && !expected.isDeleted ? [{ expected, known }] : [];
    });
    return there[pick % Math.max(there.length, 1)];
  }

  #device(by: number): AdminDevice {
    return this.devices[by === 0 ? 0 : 1];
  }
}

/** Resolves conflicts as a person would: an edit from before a restore keeps the other administrator's title, as it is the same product. */
async function keepTheirTitles({ data }: AdminDevice): Promise<void> {
  for (const { op, operation, conflict } of await data.outbox()) {
    const [title, ...others] = conflict?.fields ?? [];
    if (operation.kind !== 'editProduct' || title?.field !== 'title' || others.length > 0) continue;
    expect(title.mine).toBe(title.base);
    await data.resolve(op, { ...operation.fields, title: String(title.theirs) });
  }
}

it('[ADM8] [ADM16] lost, duplicate and late calls, kills and restored backups leave each product once and whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), faults, async (steps, planned) => {
      const history = await History.begin(planned);
      for (const event of steps) {
        if (event.kind === 'add') await history.add(event.who, event.images);
        else if (event.kind === 'edit') await history.edit(event.who, event.pick, event.image);
        else if (event.kind === 'change') await history.change(event.pick, event.image);
        else if (event.kind === 'delete') await history.delete(event.pick);
        else if (event.kind === 'exchange') await history.exchange(event.who);
        else if (event.kind === 'back up') await history.backUp();
        else if (event.kind === 'put back') await history.putBack();
        else await history.exchange(event.who, event.steps);
      }
      await history.settle();
      for (const { data } of history.devices) expect(await data.outbox()).toEqual([]);
      const { products } = history.server;
      const shown = [...products.values()].map(({ product, images }) => ({
        name: product.link,
        title: product.title,
        price: product.price,
        images: images.map(({ content }) => content),
      }));
      const wanted = history.expected
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ name, title, price, images }) => ({ name: linkOf(name), title, price, images }));
      const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
      expect(shown.toSorted(byName)).toEqual(wanted.toSorted(byName));
      for (const device of history.devices) expect(await device.unusedImages()).toEqual([]);
      await history.close();
    }),
    { numRuns: 40 },
  );
}, 120_000);
