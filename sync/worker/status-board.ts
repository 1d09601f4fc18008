import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncStatus } from '../api/engine-api.ts';

/** The synchronisation status of each shop; calls back when one changes. */
export class StatusBoard {
  readonly #statuses: Map<ShopKey, SyncStatus>;
  readonly #onChange: (status: SyncStatus) => void;

  constructor(onChange: (status: SyncStatus) => void) {
    this.#onChange = onChange;
    this.#statuses = new Map(SHOP_KEYS.map((shop) => [shop, emptyStatus(shop)]));
  }

  get(shop: ShopKey): SyncStatus {
    return this.#statuses.get(shop) ?? emptyStatus(shop);
  }

  update(shop: ShopKey, changes: Partial<SyncStatus>): void {
    const status = this.get(shop);
    const isChanged = Object.entries(changes).some(([name, value]) => status[name as keyof SyncStatus] !== value);
    if (!isChanged) return;
    const next = { ...status, ...changes };
    this.#statuses.set(shop, next);
    this.#onChange(next);
  }

  updateAll(changes: Partial<SyncStatus>): void {
    for (const shop of SHOP_KEYS) this.update(shop, changes);
  }
}

const emptyStatus = (shop: ShopKey): SyncStatus => ({
  shop,
  catalogue: 'empty',
  hasDetails: false,
  isKept: false,
  receivedBytes: 0,
  totalBytes: 0,
  isPulling: false,
  lastPulledAtMs: null,
  problem: null,
  quarantinedRows: 0,
  storage: 'device',
  isLeader: false,
  isLive: false,
});
