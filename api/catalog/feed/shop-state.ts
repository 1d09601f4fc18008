import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { DataState } from '../../storage/data-line.repository.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { Epoch } from '../../storage/epoch.ts';
import type { EventBus } from '../../storage/events/event-bus.ts';
import { getShopState } from './feed.repository.ts';
import type { ShopVersion } from './feed.repository.ts';

/** The versions of a shop, with the state of the data that they belong to. */
export interface ShopState extends ShopVersion {
  readonly data: DataState;
}

/** The shops' versions in memory: they tell whether a cached response is fresh without a query. Never ahead of committed data. */
export interface ShopStates {
  readonly epoch: string;
  get(shop: ShopKey): ShopState;
  /** Reads the versions again and publishes on the event bus which shops changed. */
  refresh(shops?: readonly ShopKey[]): Promise<void>;
}

/** Reads the versions of all shops, now and whenever another process may have changed them. */
export async function openShopStates(
  database: Database,
  epoch: Epoch,
  bus: EventBus,
  onError: (error: unknown) => void,
): Promise<ShopStates> {
  const states = new Map<ShopKey, ShopState>();
  let newestLine = 0;

  const refresh = async (shops: readonly ShopKey[] = SHOP_KEYS): Promise<void> => {
    const { data, versions } = await readVersions(database, shops);
    const isOtherLine = data.line.number > newestLine;
    if (isOtherLine) {
      newestLine = data.line.number;
      epoch.follow(data.epoch);
      if (shops.length < SHOP_KEYS.length) return refresh();
    }
    for (const { shop, version } of versions) {
      const before = states.get(shop);
      // Two refreshes may overlap; the older result must not replace the newer one.
      if (before && isOlder({ ...version, data }, before)) continue;
      epoch.note(shop, version.seq);
      states.set(shop, { ...version, data });
      const isNews = before && (before.seq !== version.seq || before.data.epoch !== data.epoch);
      if (isNews) bus.publish({ type: 'products-changed', shop, seq: version.seq, epoch: data.epoch });
    }
  };

  await refresh();
  bus.onGap(() => refresh());
  bus.subscribe((event) => {
    if (event.type === 'shop-written') refresh([event.shop]).catch(onError);
  });
  return {
    get epoch() {
      return epoch.value;
    },
    get(shop) {
      const state = states.get(shop);
      if (!state) throw new Error(`no database row for shop ${shop}`);
      return state;
    },
    refresh,
  };
}

/**
 * Reads the versions of shops, and the state of the data that they all belong to. For a single shop, as after an order, one statement does; the
 * connection that has just written still has the pages in memory, which the other one would read again.
 */
async function readVersions(
  { reader, writer }: Database,
  shops: readonly ShopKey[],
): Promise<{ data: DataState; versions: readonly { shop: ShopKey; version: ShopVersion }[] }> {
  const read = (db: Queryable) =>
    Promise.all(
      shops.map(async (shop) => {
        const { data, ...version } = await getShopState(db, shop);
        return { shop, data, version };
      }),
    );
  const versions = await (shops.length === 1 ? read(writer) : reader.transaction().execute(read));
  const [first] = versions;
  if (!first) throw new RangeError('no shops to read the versions of');
  return { data: first.data, versions };
}

const isOlder = (state: ShopState, known: ShopState): boolean =>
  state.seq < known.seq ||
  state.snapshotNumber < known.snapshotNumber ||
  state.data.line.number < known.data.line.number;
