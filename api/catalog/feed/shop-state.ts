import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Database } from '../../storage/database.ts';
import type { Epoch } from '../../storage/epoch.ts';
import type { EventBus } from '../../storage/event-bus.ts';
import { listShopVersions } from './feed.repository.ts';
import type { ShopVersion } from './feed.repository.ts';

/** The shops' versions in memory: they tell whether a cached response is fresh without a query. Never ahead of committed data. */
export interface ShopStates {
  readonly epoch: string;
  get(shop: ShopKey): ShopVersion;
  /** Reads the versions again and publishes on the event bus which shops changed. */
  refresh(shops?: readonly ShopKey[]): Promise<void>;
  /** Calls `refresh` when another process has written; returns a function that stops watching. */
  watch(intervalMs: number): () => void;
}

/** Reads the versions of all shops. */
export async function openShopStates(
  database: Database,
  epoch: Epoch,
  bus: EventBus,
  onError: (error: unknown) => void,
): Promise<ShopStates> {
  const versions = new Map<ShopKey, ShopVersion>();

  const refresh = async (shops: readonly ShopKey[] = SHOP_KEYS): Promise<void> => {
    for (const { shop, version } of await listShopVersions(database.reader, shops)) {
      const before = versions.get(shop);
      // Two refreshes may overlap; the older result must not replace the newer one.
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
      if (!version) throw new Error(`no database row for shop ${shop}`);
      return version;
    },
    refresh,
    watch(intervalMs) {
      let seen = database.foreignWrites();
      const refreshIfWritten = async (): Promise<void> => {
        const current = database.foreignWrites();
        if (current === seen) return;
        seen = current;
        await refresh();
      };
      const timer = setInterval(() => void refreshIfWritten().catch(onError), intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
