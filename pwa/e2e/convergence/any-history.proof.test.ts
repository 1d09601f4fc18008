import fc from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { add, put, remove, SHOP } from '#sync/testing/account-device.ts';
import { AccountServer } from '#sync/testing/account-server.ts';
import type { AccountFault } from '#sync/testing/account-server.ts';
import { CHAT, ChatDevice, startChat } from '#sync/testing/chat-device.ts';
import { ShopServer } from '#sync/testing/shop-server.ts';
import { copyDisk } from '../simulation/disks/copy-disk.ts';
import { LOST_ANSWERS, LyingDisk } from '../simulation/disks/lying-disk.ts';
import type { LostAnswer } from '../simulation/disks/lying-disk.ts';
import { isStorageError } from '../simulation/disks/storage-errors.ts';

const RUNS = 40;
const TIMEOUT_MS = 240_000;
const DAY_MS = 86_400_000;
/** For each phone, products that only it changes, so that its taps determine what the cart must contain; both phones add to `SHARED`. */
const OWN = [
  [1, 2, 3],
  [4, 5, 6],
] as const;
const SHARED = 7;

interface Tap {
  readonly id: string;
  readonly mutation: Extract<Mutation, { name: 'addCartItem' | 'setCartQuantity' | 'removeCartItem' | 'sendMessage' }>;
}

/** One of Alice's phones, with the taps on it that are not lost: those in its storage, or decided by the server. */
class Phone {
  readonly server: AccountServer;
  readonly disk = new LyingDisk(new IDBFactory(), Date.now);
  readonly products: readonly number[];
  taps: Tap[] = [];
  /** Its storage was rolled back: it shows later changes only after a pull. */
  isBehind = false;
  copy: IDBFactory | undefined;
  device: ChatDevice;
  #tab = { isGone: false };

  constructor(shop: ShopServer, products: readonly number[]) {
    this.server = new AccountServer('alice', shop);
    this.products = products;
    this.device = this.#open();
  }

  /** Taps. The tap counts if it is on the phone's disk afterwards, even when the storage has reported a failure. */
  async tap(mutation: Tap['mutation'], enqueue: () => Promise<unknown>): Promise<void> {
    const before = new Set(await this.listHeld());
    try {
      await enqueue();
    } catch (error) {
      if (!isStorageError(error)) throw error;
    }
    for (const id of await this.listHeld()) if (!before.has(id)) this.taps.push({ id, mutation });
  }

  /** Ids of the operations of taps on its disk. */
  async listHeld(): Promise<string[]> {
    const operations = await this.device.store.run((database) => database.operations.toArray());
    return operations
      .filter(({ mutation }) => mutation.name !== 'startChat')
      .toSorted((a, b) => a.number - b.number)
      .map(({ id }) => id);
  }

  /** Ends everything that runs on the phone, and starts it again. */
  restart(prepare: () => void = () => undefined): void {
    this.end();
    prepare();
    this.device = this.#open();
  }

  end(): void {
    const { nowMs } = this.device;
    this.device.close();
    this.#tab.isGone = true;
    this.disk.drop(this.#tab);
    this.#nowMs = nowMs;
  }

  #nowMs = 1;

  #open(): ChatDevice {
    this.#tab = { isGone: false };
    const device = new ChatDevice(this.server, { indexedDB: this.disk.openFor(this.#tab), IDBKeyRange });
    device.nowMs = this.#nowMs;
    return device;
  }
}

/** Two phones of one user, and the shop. */
class Shop {
  readonly server = new ShopServer({ messagesPerPage: 5, ordersPerPage: 2 });
  readonly phones = OWN.map((products) => new Phone(this.server, products));
  readonly seller = new AccountServer('sam', this.server);
  backup: Buffer | undefined;
  said = 0;

  /** Drops lost taps, which are neither on their phone nor on the server any more and cannot be expected in the end. */
  async forgetLost(): Promise<void> {
    for (const phone of this.phones) {
      const held = new Set(await phone.listHeld());
      phone.taps = phone.taps.filter(({ id }) => held.has(id) || this.#hasDecided(id));
    }
  }

  #hasDecided(id: string): boolean {
    return this.server.app.rows('select 1 from idempotency where key = ?', `operation ${id}`).length > 0;
  }
}

type Step = (shop: Shop) => Promise<void>;

class Command implements fc.AsyncCommand<object, Shop> {
  readonly #name: string;
  readonly #step: Step;

  constructor(name: string, step: Step) {
    this.#name = name;
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, shop: Shop): Promise<void> {
    await this.#step(shop);
    for (const phone of shop.phones) await checkScreen(phone);
  }

  toString(): string {
    return this.#name;
  }
}

/** A command about one of the phones. */
const on = (name: string, step: (phone: Phone, shop: Shop, number: number) => Promise<unknown>, numbers = 1) =>
  fc.tuple(fc.nat({ max: OWN.length - 1 }), fc.nat({ max: numbers - 1 })).map(
    ([which, number]) =>
      new Command(`${name} ${number} on phone ${which}`, async (shop) => {
        const phone = shop.phones[which];
        if (phone) await step(phone, shop, number);
      }),
  );

const FAULTS: readonly AccountFault[] = ['none', 'none', 'none', 'lost', 'unanswered', 'doubled', 'busy', 'failed'];
const LOST = Object.keys(LOST_ANSWERS) as LostAnswer[];

const exchange = async (phone: Phone, fault: AccountFault = 'none'): Promise<void> => {
  if (await phone.device.exchange(fault)) phone.isBehind = false;
};

const tapCart = (phone: Phone, mutation: ReturnType<typeof add | typeof put | typeof remove>): Promise<void> =>
  phone.tap(mutation, () => phone.device.data.enqueue(mutation));

const say = async (phone: Phone, shop: Shop, photos = 0): Promise<void> => {
  const content = `message ${(shop.said += 1)}`;
  const mutation: Tap['mutation'] = {
    name: 'sendMessage',
    args: { chat_id: CHAT, message_id: '', content, images: [] },
  };
  await phone.tap(mutation, async () => {
    await startChat(phone.device);
    await phone.device.say(content, CHAT, photos);
  });
};

const COMMANDS = [
  on('add', (phone, _shop, number) => tapCart(phone, add([...phone.products, SHARED][number % 4] ?? SHARED)), 4),
  on('put', (phone, _shop, number) => tapCart(phone, put(phone.products[number % 3] ?? 1, 1 + (number % 7))), 21),
  on('remove', (phone, _shop, number) => tapCart(phone, remove(phone.products[number % 3] ?? 1)), 3),
  on('say with photos', say, 3),
  on('exchange', (phone, _shop, number) => exchange(phone, FAULTS[number]), FAULTS.length),
  on('exchange again', (phone) => exchange(phone)),
  on('restart', async (phone) => phone.restart()),
  on(
    'kill after calls',
    async (phone, _shop, number) => {
      phone.device.callsLeft = number;
      await exchange(phone);
      phone.restart();
    },
    4,
  ),
  on(
    'kill in an exchange',
    async (phone, _shop, number) => {
      const running = phone.device.exchange().catch(() => false);
      for (let turn = 0; turn < 3 * number; turn++) await new Promise((resolve) => setImmediate(resolve));
      phone.restart();
      await running;
    },
    20,
  ),
  on(
    'lose an answer of the storage',
    async (phone, _shop, number) => phone.disk.loseAnswer(number, LOST[number % 3] ?? 'AbortError'),
    6,
  ),
  on('power cut', async (phone, shop) => {
    phone.restart(() => void phone.disk.loseTail(1));
    phone.isBehind = true;
    await shop.forgetLost();
  }),
  on('full disk', async (phone, _shop, number) => phone.disk.setSpace(number), 6),
  on('space again', async (phone) => phone.disk.setSpace(Number.POSITIVE_INFINITY)),
  on('clock', async (phone, _shop, number) => void (phone.device.nowMs += [20, 400][number % 2]! * DAY_MS), 2),
  on('copy the storage', async (phone) =>
    phone.restart(() => (phone.copy = copyDisk(phone.disk.factory, (name) => name))),
  ),
  on('put the storage back', async (phone, shop) => {
    const { copy } = phone;
    if (!copy) return;
    phone.restart(() => phone.disk.putBack(copyDisk(copy, (name) => name)));
    phone.isBehind = true;
    await shop.forgetLost();
  }),
  on('older messages', (phone) => phone.device.loader.loadOlder(CHAT).catch(() => undefined)),
  fc.constant(new Command('back up', async (shop) => void (shop.backup = await shop.server.backUp()))),
  fc.constant(
    new Command('restore', async (shop) => {
      if (!shop.backup) return;
      await shop.server.restore(shop.backup);
      await shop.forgetLost();
    }),
  ),
  fc.constant(
    new Command('the seller answers', async (shop) => {
      if ((await shop.seller.changes()).chats.changed.length === 0) return;
      const content = `answer ${(shop.said += 1)}`;
      const args = { chat_id: CHAT, message_id: content.replace(' ', '-'), content, images: [] };
      await shop.seller.act({ name: 'sendMessage', args });
    }),
  ),
];

type Cart = Map<number, number>;

/** Returns the cart that results from taps, applied in their order to `cart`. */
function cartOf(taps: readonly Tap[], cart: Cart = new Map()): Cart {
  for (const { mutation } of taps) {
    if (mutation.name === 'sendMessage') continue;
    const { product_id } = mutation.args;
    const units = cart.get(product_id);
    if (mutation.name === 'removeCartItem') cart.delete(product_id);
    else if (mutation.name === 'addCartItem')
      cart.set(product_id, Math.min((units ?? 0) + mutation.args.quantity, MAX_CART_QUANTITY));
    else if (units !== undefined) cart.set(product_id, mutation.args.quantity);
  }
  return cart;
}

const describeCart = (lines: Iterable<readonly [number, number]>, products?: readonly number[]): string =>
  [...lines]
    .filter(([product]) => products?.includes(product) ?? true)
    .toSorted(([a], [b]) => a - b)
    .map(([product, units]) => `${product}×${units}`)
    .join(' ');

const contentsOf = (taps: readonly Tap[]): string[] =>
  taps.flatMap(({ mutation }) => (mutation.name === 'sendMessage' ? [mutation.args.content] : []));

/** Expects that a phone shows what was tapped on it, whatever happens to the server and to calls. */
async function checkScreen({ device, taps, products, isBehind }: Phone): Promise<void> {
  const { messages, older } = await device.data.chats.messages(CHAT, 1_000);
  const places = messages.flatMap(({ seq }) => seq ?? []);
  const first = places[0] ?? 1;
  expect(places).toEqual(places.map((_, place) => first + place));
  expect(new Set(messages.map(({ content }) => content)).size).toBe(messages.length);
  if (isBehind) return;
  const lines = (await device.data.cart()).map(({ product_id, quantity }) => [product_id, quantity] as const);
  expect(describeCart(lines, products)).toBe(describeCart(cartOf(taps), products));
  if (older === 'none')
    expect(messages.map(({ content }) => content)).toEqual(expect.arrayContaining(contentsOf(taps)));
}

/** Expects that in the end the server has exactly the taps that are not lost, and that the phones show the server's rows. */
async function checkEnd({ server, phones }: Shop): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const phone of phones) {
      phone.disk.heal();
      await exchange(phone);
    }
  }
  for (const { device, taps, isBehind } of phones) {
    expect(isBehind).toBe(false);
    // Only a quantity for a line that does not exist may be rejected.
    expect((await device.data.outbox()).filter(({ rejection }) => rejection?.code !== 'not-found')).toEqual([]);
    const said = server.listMessages(CHAT).filter((content) => contentsOf(taps).includes(content));
    expect(said).toEqual(contentsOf(taps));
  }
  for (const { images } of server.app.rows<{ images: string }>('select images from chat_message'))
    for (const path of JSON.parse(images) as string[])
      expect((await phones[0]?.server.fetch(new URL(path, SHOP)))?.status).toBe(200);
  const tapped = phones.reduce<Cart>((cart, { taps }) => cartOf(taps, cart), new Map());
  const rows = phones[0]?.server.cart.map(({ product_id, quantity }) => [product_id, quantity] as const) ?? [];
  expect(describeCart(rows)).toBe(describeCart(tapped));
  for (const { device } of phones) {
    const shown = (await device.data.cart()).map(({ product_id, quantity }) => [product_id, quantity] as const);
    expect(describeCart(shown)).toBe(describeCart(rows));
    await device.loader.loadOlder(CHAT).catch(() => undefined);
    expect((await device.look()).map(({ content }) => content)).toEqual(server.listMessages(CHAT));
  }
}

it(
  '[OUT1] [OUT7] [OUT13] [CHAT11] what was tapped is shown at once and decided once, whatever happens in between',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40 }), async (commands) => {
        const shop = new Shop();
        try {
          await shop.server.ready();
          await fc.asyncModelRun(() => ({ model: {}, real: shop }), commands);
          await checkEnd(shop);
        } finally {
          for (const phone of shop.phones) phone.end();
          await shop.server.end();
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
