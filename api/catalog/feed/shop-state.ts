import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Database } from '../../storage/database.ts';
import type { Epoch } from '../../storage/epoch.ts';
import type { EventBus } from '../../storage/event-bus.ts';
import { listShops } from './feed.repository.ts';

/** Where a shop stands. */
export interface ShopVersion {
  readonly seq: number;
  readonly viewsSeq: number;
  /** Products and the sum of their digests at `seq`. */
  readonly count: number;
  readonly digest: number;
  /** A cursor below it starts anew. */
  readonly floor: number;
  /** Cursors and number of the newest manifest; 0 when there is none yet. */
  readonly snapshotSeq: number;
  readonly snapshotViewsSeq: number;
  readonly snapshotNumber: number;
}

/** The versions by which ready answers are known to be fresh, without asking the database; never ahead of what is committed. */
export interface ShopStates {
  readonly epoch: string;
  get(shop: ShopKey): ShopVersion;
  /** Reads the versions again and tells the event bus which shops moved. */
  refresh(shops?: readonly ShopKey[]): Promise<void>;
  /** Calls `refresh` when another process has written, until the returned function is called. */
  watch(intervalMs: number): () => void;
}

/** Opens the versions of all shops. */
export async function openShopStates(
  database: Database,
  epoch: Epoch,
  bus: EventBus,
  onError: (error: unknown) => void,
): Promise<ShopStates> {
  const versions = new Map<ShopKey, ShopVersion>();

  const refresh = async (shops: readonly ShopKey[] = SHOP_KEYS): Promise<void> => {
    for (const { shop, version } of await listShops(database.reader, shops)) {
      const before = versions.get(shop);
      // Two refreshes may overlap; the older answer must not undo the newer one.
      if (before && (version.seq < before.seq || version.snapshotNumber < before.snapshotNumber)) continue;
      epoch.note(shop, version.seq);
      versions.set(shop, version);
      if (before && before.seq !== version.seq) bus.publish({ type: 'products-changed', shop, seq: version.seq });
    }
  };

  await refresh();
  return {
    epoch: epoch.value,
    get(shop) {
      const version = versions.get(shop);
      if (!version) throw new Error(`The database has no row for the shop ${shop}`);
      return version;
    },
    refresh,
    watch(intervalMs) {
      let seen = database.foreignWrites();
      const look = async (): Promise<void> => {
        const current = database.foreignWrites();
        if (current === seen) return;
        seen = current;
        await refresh();
      };
      const timer = setInterval(() => void look().catch(onError), intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
