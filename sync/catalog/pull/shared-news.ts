import { otherShopSchema } from '#contract/http/catalog.ts';
import type { ChangesPage, Manifest, OtherShop } from '#contract/http/catalog.ts';
import type { EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { getChanges } from '#contract/http/catalog.ts';
import { encodeClaim } from '#contract/http/shop-claim.ts';
import type { ShopClaim, ShopPosition } from '#contract/http/shop-claim.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { claimPosition } from './claim-position.ts';
import { isSamePosition, positionOf } from './feed-position.ts';
import type { FeedPosition } from './feed-position.ts';

/** Older news are asked for again: what changed since has perhaps sent no poke. */
const KEPT_MS = 10_000;

export interface SharedNewsOptions {
  readonly store: Pick<CatalogStore, 'listShops'>;
  /** Time in ms of a clock that never steps back. */
  readonly now: () => number;
  /** The catalogue of a shop that this leader has pulled: in memory, and as it is stored. */
  readonly findPulled: (shop: ShopKey) => ShopCatalog | undefined;
  /** The other shops whose pull is due, or would be soon. */
  readonly dueBeside: (shop: ShopKey) => readonly ShopKey[];
  /** News of a shop are there: its next pull needs no request. */
  readonly onKept: (shop: ShopKey) => void;
}

interface KeptNews {
  readonly atMs: number;
  readonly manifest?: Manifest | undefined;
  readonly after: FeedPosition;
  readonly page?: EndpointReply<typeof getChanges> | undefined;
}

/** What a call that asks for one shop's changes says and learns of the others. */
export type OtherClaims = Partial<Pick<EndpointInput<typeof getChanges>['query'], ShopKey>>;

/**
 * Folds the checks of all shops into the call of the one that is pulled first. The others' news are kept for their own pulls, which follow at
 * once and write them like any reply. Kept news are void when the shop's record is another one by then, after a poke, and after a while.
 */
export class SharedNews {
  readonly #options: SharedNewsOptions;
  readonly #kept = new Map<ShopKey, KeptNews>();
  /** The claims of the call in flight. */
  #claimed = new Map<ShopKey, Claimed>();

  constructor(options: SharedNewsOptions) {
    this.#options = options;
  }

  /** Claims for a call that asks for the changes of `shop`. */
  async claim(shop: ShopKey, epoch: string): Promise<OtherClaims> {
    const due = this.#options.dueBeside(shop).filter((other) => !this.#find(other));
    const claimed = await Promise.all(due.map(async (other) => [other, await this.#read(other)] as const));
    this.#claimed = new Map(claimed.filter(([, { record }]) => !record || record.epoch === epoch));
    return Object.fromEntries([...this.#claimed].map(([other, { claim }]) => [other, encodeClaim(claim)]));
  }

  /** Keeps what a reply says of other shops; an unreadable part is left to that shop's own call. */
  keep(others: Readonly<Record<string, unknown>> | undefined): void {
    const claimed = this.#claimed;
    this.#claimed = new Map();
    if (!others) return;
    for (const [shop, { claim, record }] of claimed) {
      const { success, data } = otherShopSchema.safeParse(others[shop]);
      const news = success ? toNews(data, claim, record) : undefined;
      if (!news) continue;
      this.#kept.set(shop, { ...news, atMs: this.#options.now() });
      this.#options.onKept(shop);
    }
  }

  /** The newest manifest of a shop that the device does not have, if it has arrived. */
  takeManifest(shop: ShopKey): Manifest | undefined {
    const kept = this.#find(shop);
    if (!kept?.manifest) return undefined;
    this.#kept.set(shop, { ...kept, manifest: undefined });
    return kept.manifest;
  }

  /** The changes after a record, if they have arrived. */
  takeChanges(record: ShopRecord): EndpointReply<typeof getChanges> | undefined {
    const kept = this.#find(record.shop);
    if (!kept) return undefined;
    this.#kept.delete(record.shop);
    return isSamePosition(kept.after, record) ? kept.page : undefined;
  }

  /** There may be newer news, of one shop or of all. */
  forget(shop?: ShopKey): void {
    if (shop) {
      this.#kept.delete(shop);
      this.#claimed.delete(shop);
      return;
    }
    this.#kept.clear();
    this.#claimed.clear();
  }

  #find(shop: ShopKey): KeptNews | undefined {
    const kept = this.#kept.get(shop);
    return kept && this.#options.now() - kept.atMs < KEPT_MS ? kept : undefined;
  }

  async #read(shop: ShopKey): Promise<Claimed> {
    const { findPulled, store } = this.#options;
    const record = findPulled(shop)?.record ?? (await store.listShops()).find((stored) => stored.shop === shop);
    return { claim: record ? claimPosition(record) : 'new', record };
  }
}

interface Claimed {
  readonly claim: ShopClaim;
  readonly record: ShopRecord | undefined;
}

function toNews(news: OtherShop, claim: ShopClaim, record: ShopRecord | undefined): Omit<KeptNews, 'atMs'> | undefined {
  if (news === 1) return claim === 'new' || !record ? undefined : { after: record, page: toSamePage(record, claim) };
  if ('manifest' in news) {
    const { manifest, changes } = news;
    return record ? undefined : { manifest, after: positionOf(manifest), page: changes };
  }
  return record && { after: record, page: news };
}

/** The page that one digit stands for. */
function toSamePage(record: ShopRecord, { sum, snapshotSeq }: ShopPosition): ChangesPage {
  const { epoch, cursor: seq, viewsCursor: viewsSeq } = record;
  return { epoch, seq, more: false, viewsSeq, count: sum?.count, digest: sum?.digest, snapshotSeq };
}
