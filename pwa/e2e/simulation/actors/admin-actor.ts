import { findProducts } from '#api/catalog/reads/catalog.repository.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { ProductFields } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { toEditBase } from '#sync/admin/store/operations-table.ts';
import { toShipment } from '#sync/admin/store/overlay-admin-orders.ts';
import { selectByIndex, Violation } from '../plans/step.ts';
import type { Actor } from '../plans/step.ts';
import { SimAdmin } from '../world/sim-admin.ts';
import { PASSING_IDS, SHOP_IDS, SIM_SHOPS, shopOf } from '../world/sim-shops.ts';
import { isStorageError } from '../disks/storage-errors.ts';
import type { World } from '../world/world.ts';

/** An edit or a shipment of the administrator; its text is unique. */
interface AdminTap {
  readonly text: string;
  /** How often the server had been restored before the tap. */
  readonly history: number;
  /** It is gone: the device could not store it, or the administrator dropped it after a rejection or a conflict. */
  isDropped: boolean;
}

/** The administrator of a world, and what they have tapped. */
interface Desk {
  readonly admin: SimAdmin;
  readonly taps: AdminTap[];
  /** The products that were deleted on the device, as the audit log names them, one entry for each tap. */
  readonly deletions: string[];
}
const DESK = 'the administrator';

/** An administrator who edits products and ships orders on a separate device, while others change them, too. */
export const adminActor: Actor = {
  name: 'administrators',
  steps: [
    {
      kind: 'admin edits',
      weight: 4,
      plan: (choice) => {
        const shop = choice.oneOf(SIM_SHOPS);
        return { shop, id: choice.oneOf(SHOP_IDS[shop]) };
      },
      run: async (world, { shop: name, id }) => {
        const shop = shopOf(name);
        if (!world.server.isUp) return;
        const { reader } = world.server.context.database;
        // The server may die during the read.
        const found = await world.still.finish(findProducts(reader, shop, [Number(id)]).catch(() => []));
        const [product] = found;
        if (!product) return;
        const base = toEditBase(product);
        await tap(world, 'Edited', (title, { data }) => {
          const fields = { ...base.fields, title } as ProductFields;
          return data.enqueue({ kind: 'editProduct', shop, id: Number(id), base, fields, images: null });
        });
      },
    },
    {
      kind: 'admin adds',
      weight: 2,
      plan: (choice) => ({ shop: choice.oneOf(SIM_SHOPS), id: choice.oneOf(PASSING_IDS) }),
      run: (world, { shop: name, id }) => {
        const shop = shopOf(name);
        const defaults = PRODUCT_DEFAULTS[getShop(shop).offer];
        return tap(world, 'Added', (title, { data }) => {
          const fields = { ...defaults, title, main_category: 'Phones', category: 'Used' } as ProductFields;
          return data.enqueue({ kind: 'addProduct', shop, id: Number(id), isOwnId: true, fields, images: [] });
        });
      },
    },
    {
      kind: 'admin deletes',
      weight: 2,
      plan: (choice) => ({ shop: choice.oneOf(SIM_SHOPS), id: choice.oneOf(PASSING_IDS) }),
      run: async (world, { shop: name, id }) => {
        const shop = shopOf(name);
        const sql = 'select title, seq from product where shop = ? and id = ?';
        const [product] = world.rows<{ title: string; seq: number }>(sql, shop, id);
        if (!product) return;
        const { admin, deletions } = await deskOf(world);
        deletions.push(`${shop}/${Number(id)}`);
        const { title, seq: seen } = product;
        await admin.data
          .enqueue({ kind: 'deleteProduct', shop, id: Number(id), title, seen })
          .catch(expectStorageError);
      },
    },
    {
      kind: 'admin answers lost',
      weight: 1,
      plan: (choice) => ({ of: choice.oneOf(['add-product', 'edit-product', 'delete-product', 'admin-purchases']) }),
      run: async (world, { of }) => {
        const { admin } = await deskOf(world);
        admin.line.cutsRepliesOf = String(of);
      },
    },
    {
      kind: 'admin ships',
      weight: 4,
      plan: (choice) => ({ place: choice.below(4) }),
      run: async (world, { place }) => {
        const { admin } = await deskOf(world);
        const paid = (await admin.data.orders()).filter(({ payment_status }) => payment_status === 'finished');
        const order = selectByIndex(paid, place);
        if (!order) return;
        await tap(world, 'Parcel', (tracking_number, { data }) =>
          data.enqueue({
            kind: 'setShipment',
            paymentId: order.id,
            shipment: { shipped: true, postal_service: 'USPS', tracking_number },
            version: order.version,
            before: toShipment(order),
          }),
        );
      },
    },
    {
      kind: 'admin line',
      weight: 2,
      plan: (choice) => ({ isUp: choice.below(3) > 0 }),
      run: async (world, { isUp }) => {
        const { admin } = await deskOf(world);
        admin.line.set({ isUp: Boolean(isUp), carriesUp: true, carriesDown: true });
        admin.line.cutsRepliesOf = undefined;
        if (isUp) admin.wake();
      },
    },
    {
      kind: 'kill admin',
      weight: 2,
      plan: () => ({}),
      run: async (world) => {
        const { admin } = await deskOf(world);
        admin.crash();
        await world.still.settle();
        admin.open();
      },
    },
  ],

  async heal(world) {
    if (!world.memory.has(DESK)) return;
    const { admin, taps } = await deskOf(world);
    admin.line.set({ isUp: true, carriesUp: true, carriesDown: true });
    admin.line.cutsRepliesOf = undefined;
    if (admin.needsLogin && world.server.isUp) admin.logIn(await readToken(world));
    for (const { op, operation, state } of await admin.data.outbox()) {
      if (state !== 'conflict' && state !== 'rejected') continue;
      for (const one of taps) one.isDropped ||= JSON.stringify(operation).includes(one.text);
      await admin.data.discard(op);
    }
    admin.wake();
  },

  checkCommitted(world) {
    const desk = world.memory.get(DESK) as Desk | undefined;
    for (const { text } of desk?.taps ?? []) {
      const times = countAudited(world, text);
      if (times > 1) throw new Violation('administrators’ taps take effect once', `"${text}" did ${times} times`);
    }
    for (const [product, taps] of Map.groupBy(desk?.deletions ?? [], (subject) => subject)) {
      const times = world.rows(
        `select 1 from admin_audit where action = 'delete-product' and subject = ?`,
        product,
      ).length;
      if (times > taps.length)
        throw new Violation('administrators’ taps take effect once', `${product} was deleted ${times} times`);
    }
  },

  async checkAtRest(world) {
    if (!world.memory.has(DESK)) return;
    const { admin, taps } = await deskOf(world);
    const waiting = await admin.data.outbox();
    if (waiting.length > 0)
      throw new Violation('administrators’ taps are decided', waiting.map(({ state }) => state).join());
    // Old entries of the audit log are purged: after a jump in time, a missing entry proves no loss.
    const lost = taps.filter(({ isDropped, history }) => !isDropped && history === world.taps.history);
    for (const { text } of world.jumps > 0 ? [] : lost)
      if (countAudited(world, text) === 0) throw new Violation('no tap of an administrator is lost', text);
    const orders = world.rows<{ id: string; version: number }>(
      'select id, version from purchase where admin_hidden_at is null order by id',
    );
    const shown = describe(await admin.data.orders());
    if (shown !== describe(orders))
      throw new Violation('administrators’ orders converge', `${shown} instead of ${describe(orders)}`);
  },
};

const describe = (orders: readonly Pick<AdminOrder, 'id' | 'version'>[]): string =>
  orders
    .map(({ id, version }) => `${id} at ${version}`)
    .toSorted()
    .join(', ');

const countAudited = (world: World, text: string): number =>
  world.rows('select 1 from admin_audit where after like ?', `%"${text}"%`).length;

async function tap(
  world: World,
  word: string,
  enqueue: (text: string, admin: SimAdmin) => Promise<unknown>,
): Promise<void> {
  const { admin, taps } = await deskOf(world);
  const text = `${word} ${world.taps.number()}`;
  const made = { text, history: world.taps.history, isDropped: false };
  taps.push(made);
  await enqueue(text, admin).catch((error: unknown) => {
    expectStorageError(error);
    made.isDropped = true;
  });
}

function expectStorageError(error: unknown): void {
  if (!isStorageError(error)) throw error;
}

/** Returns the administrator of a world, who begins their work with this call. */
async function deskOf(world: World): Promise<Desk> {
  const known = world.memory.get(DESK) as Desk | undefined;
  if (known) {
    known.admin.open();
    return known;
  }
  const desk = { admin: new SimAdmin(world.network, world.random, world.template.adminToken), taps: [], deletions: [] };
  world.memory.set(DESK, desk);
  world.onEnd(() => desk.admin.crash());
  return desk;
}

async function readToken(world: World): Promise<string> {
  const { context } = world.server;
  const { authorization } = await world.still.finish(signInAdmin({ context }));
  return authorization.replace('Bearer ', '');
}
