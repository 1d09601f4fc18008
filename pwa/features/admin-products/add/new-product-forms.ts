import type { ShopKey } from '#contract/shops.ts';
import type { AdminData, NewProductKey } from '#sync/api/admin-api.ts';

/** Maximum number of windows with separate drafts of a new product in one shop; any further window shares the first draft. */
const MAX_FORMS = 20;
const PREFIX = 'hexlime-form:';

/** The form for a new product that a window holds: each window has its own draft. */
export interface HeldForm {
  readonly key: NewProductKey;
  /** Whether another window has a form for a new product of the same shop open. */
  readonly isSecond: boolean;
  readonly release: () => Promise<void>;
}

/** The draft that this window held last in each shop: a form that is opened again gets it back. */
const held = new Map<ShopKey, NewProductKey>();
/** Forms this window has open now. */
const open = new Set<NewProductKey>();
let turns: Promise<unknown> = Promise.resolve();

/** Lists the drafts of new products that other windows have open. */
async function listTaken(shop: ShopKey): Promise<ReadonlySet<string>> {
  const locks = (await navigator.locks?.query())?.held ?? [];
  const keys = locks.map(({ name = '' }) => name.slice(PREFIX.length));
  return new Set(keys.filter((key) => key.startsWith(`${shop}/add`) && !open.has(key as NewProductKey)));
}

/** Lists the drafts that this window can open, best first: the draft of its last form, unfinished drafts, new drafts. */
async function listFree(data: AdminData, shop: ShopKey, taken: ReadonlySet<string>): Promise<NewProductKey[]> {
  const last = held.get(shop);
  const unfinished = await data.newProductDrafts(shop).catch(() => []);
  const all = Array.from({ length: MAX_FORMS }, (_, place): NewProductKey =>
    place === 0 ? `${shop}/add` : `${shop}/add/${place + 1}`,
  );
  const wanted = [...(last ? [last] : []), ...unfinished.map(({ key }) => key), ...all];
  return [...new Set(wanted)].filter((key) => !taken.has(key));
}

/** Lists the unfinished forms of new products that no other window has open. */
export async function listUnfinished(
  data: AdminData,
  shop: ShopKey,
): Promise<readonly { readonly key: NewProductKey; readonly title: string }[]> {
  const taken = await listTaken(shop);
  return (await data.newProductDrafts(shop)).filter(({ key }) => !taken.has(key));
}

/** Returns the draft of a new product that this window has open, or would open next. */
export async function findFormKey(data: AdminData, shop: ShopKey): Promise<NewProductKey> {
  return (await listFree(data, shop, await listTaken(shop)))[0] ?? `${shop}/add`;
}

/** Opens the form of a new product with a draft of its own: `wanted`, or the best free draft if another window has `wanted` open. */
export function holdForm(data: AdminData, shop: ShopKey, wanted?: NewProductKey): Promise<HeldForm> {
  return inTurn(async () => {
    const taken = await listTaken(shop);
    const free = await listFree(data, shop, taken);
    for (const key of wanted ? [wanted, ...free] : free) {
      const release = await hold(key);
      if (!release) continue;
      held.set(shop, key);
      open.add(key);
      // In turn, so that a form that opens right afterwards waits until this one has closed.
      return { key, isSecond: taken.size > 0, release: () => inTurn(async () => (open.delete(key), release())) };
    }
    return { key: `${shop}/add`, isSecond: taken.size > 0, release: () => Promise.resolve() };
  });
}

/** Takes the lock of a draft; returns its release, or undefined while another window has it. */
function hold(key: NewProductKey): Promise<(() => Promise<void>) | undefined> {
  if (!navigator.locks) return Promise.resolve(() => Promise.resolve());
  return new Promise((resolve, reject) => {
    const released = Promise.withResolvers<void>();
    const ended: Promise<void> = navigator.locks.request(PREFIX + key, { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(undefined);
      resolve(async () => {
        released.resolve();
        await ended;
      });
      await released.promise;
    });
    ended.catch(reject);
  });
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = turns.then(work);
  turns = turn.catch(() => undefined);
  return turn;
}
