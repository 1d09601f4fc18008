import { getChanges, otherShopSchema } from '#contract/http/catalog.ts';
import type { ChangesPage, Manifest, OtherShop } from '#contract/http/catalog.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { ApiError } from '#contract/http/errors.ts';
import { encodeClaim } from '#contract/http/shop-claim.ts';
import type { ShopClaim, ShopPosition } from '#contract/http/shop-claim.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ApiClient } from '../../server/api-client.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { claimPosition, isSamePosition, positionOf } from './feed-position.ts';
import type { FeedPosition } from './feed-position.ts';

/** News older than this is requested again: later changes may have sent no poke. */
const KEPT_MS = 10_000;

export interface ShopFeedsOptions {
  readonly client: Pick<ApiClient, 'call'>;
  readonly store: Pick<CatalogStore, 'listShops'>;
  /** Time in ms of a clock that never steps back. */
  readonly now: () => number;
  /** Finds the catalogue, in memory, of a shop that this leader has pulled; it equals the stored one. */
  readonly findPulled: (shop: ShopKey) => ShopCatalog | undefined;
  /** The other shops whose pull is due, or would be soon. */
  readonly dueBeside: (shop: ShopKey) => readonly ShopKey[];
  /** Called when news of a shop has arrived: its next pull needs no request. */
  readonly onKept: (shop: ShopKey) => void;
}

export type ChangesReply = EndpointReply<typeof getChanges>;

interface KeptNews {
  readonly atMs: number;
  readonly manifest?: Manifest | undefined;
  readonly after: FeedPosition;
  readonly page?: ChangesReply | undefined;
}

/** What a call claims to have of another shop, and the record that the claim describes. */
interface Claimed {
  readonly claim: ShopClaim;
  readonly record: ShopRecord | undefined;
}

/**
 * The change feeds of all shops as one leader reads them: one call asks for all shops that are due. The news of each shop is kept for
 * the shop's own pull, which follows at once and writes it like any reply. Kept news is void if the shop's record has changed by then, after a
 * poke, and after `KEPT_MS`.
 */
export class ShopFeeds {
  readonly #options: ShopFeedsOptions;
  readonly #kept = new Map<ShopKey, KeptNews>();
  #claimed: Map<ShopKey, Claimed> = new Map();
  /** A call that was sent early: its pull does not need the answer yet. */
  #begun: { shop: ShopKey; after: FeedPosition; abort: AbortController; reply: Promise<ChangesReply> } | undefined;

  constructor(options: ShopFeedsOptions) {
    this.#options = options;
  }

  /** Asks for the changes after a position that the pull of the shop is about to reach; `changesAfter` takes the answer. */
  begin(shop: ShopKey, after: FeedPosition, signal: AbortSignal): void {
    const abort = new AbortController();
    const reply = this.#ask(shop, after, AbortSignal.any([signal, abort.signal]));
    // Until the reply is taken a failure must not be an unhandled rejection.
    reply.catch(() => undefined);
    this.#begun = { shop, after, abort, reply };
  }

  /** Ends a call that no pull has taken. */
  stop(): undefined {
    this.#begun?.abort.abort(new Error('the pull has ended'));
    this.#begun = undefined;
  }

  /** Returns the changes after a record: those that came with an earlier call, or else the server's answer. @throws as `ApiClient.call` */
  async changesAfter(record: ShopRecord, signal: AbortSignal): Promise<ChangesReply> {
    return (await this.#takeBegun(record)) ?? this.#takeKept(record) ?? this.#ask(record.shop, record, signal);
  }

  /** Takes the newest manifest of a shop that is not on the device, if it came with another shop's call. */
  takeManifest(shop: ShopKey): Manifest | undefined {
    const kept = this.#find(shop);
    if (!kept?.manifest) return undefined;
    this.#kept.set(shop, { ...kept, manifest: undefined });
    return kept.manifest;
  }

  /** Drops the news of one shop, or of all, because there may be newer news. */
  forget(shop?: ShopKey): void {
    for (const known of [this.#kept, this.#claimed]) {
      if (shop) known.delete(shop);
      else known.clear();
    }
  }

  /** Takes the answer of the begun call; undefined also if it failed, perhaps because blocks occupied a slow network. */
  async #takeBegun(record: ShopRecord): Promise<ChangesReply | undefined> {
    const begun = this.#begun;
    if (begun?.shop !== record.shop || !isSamePosition(begun.after, record)) return this.stop();
    this.#begun = undefined;
    return begun.reply.catch(() => undefined);
  }

  #takeKept(record: ShopRecord): ChangesReply | undefined {
    const kept = this.#find(record.shop);
    if (!kept) return undefined;
    this.#kept.delete(record.shop);
    return isSamePosition(kept.after, record) ? kept.page : undefined;
  }

  #find(shop: ShopKey): KeptNews | undefined {
    const kept = this.#kept.get(shop);
    return kept && this.#options.now() - kept.atMs < KEPT_MS ? kept : undefined;
  }

  /** Asks for the changes of all shops that are due. */
  async #ask(shop: ShopKey, after: FeedPosition, signal: AbortSignal): Promise<ChangesReply> {
    const claimed = await this.#claim(shop, after.epoch);
    signal.throwIfAborted();
    this.#claimed = claimed;
    const page = await this.#call(shop, after, signal);
    signal.throwIfAborted();
    this.#keep(claimed, page.others);
    return page;
  }

  /**
   * Calls the server; if it cannot read the query, calls again without the claims of other shops, which older servers do not know. If the
   * server cannot read the cursor either, the cursor is void, as in a new epoch.
   */
  async #call(shop: ShopKey, after: FeedPosition, signal: AbortSignal): Promise<ChangesReply> {
    const { epoch, cursor: since, proof, viewsCursor: views, viewsProof } = after;
    const others = Object.fromEntries([...this.#claimed].map(([other, { claim }]) => [other, encodeClaim(claim)]));
    const query = { epoch, since, proof, views, viewsProof, ...others };
    try {
      return await this.#options.client.call(getChanges, { params: { shop }, query }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bad-cursor')) throw error;
      if (Object.keys(others).length === 0) return { refetch: true, epoch };
      this.#claimed = new Map();
      return this.#call(shop, after, signal);
    }
  }

  async #claim(shop: ShopKey, epoch: string): Promise<Map<ShopKey, Claimed>> {
    const due = this.#options.dueBeside(shop).filter((other) => !this.#find(other));
    const claimed = await Promise.all(due.map(async (other) => [other, await this.#read(other)] as const));
    return new Map(claimed.filter(([, { record }]) => !record || record.epoch === epoch));
  }

  async #read(shop: ShopKey): Promise<Claimed> {
    const { findPulled, store } = this.#options;
    const record = findPulled(shop)?.record ?? (await store.listShops()).find((stored) => stored.shop === shop);
    return { claim: record ? claimPosition(record) : 'new', record };
  }

  /** Keeps what a reply says of other shops; an unreadable part is left to that shop's own call. */
  #keep(claimed: Map<ShopKey, Claimed>, others: Readonly<Record<string, unknown>> = {}): void {
    for (const [shop, { claim, record }] of claimed) {
      const { success, data } = otherShopSchema.safeParse(others[shop]);
      const news = success ? toNews(data, claim, record) : undefined;
      if (!news) continue;
      this.#kept.set(shop, { ...news, atMs: this.#options.now() });
      this.#options.onKept(shop);
    }
  }
}

function toNews(news: OtherShop, claim: ShopClaim, record: ShopRecord | undefined): Omit<KeptNews, 'atMs'> | undefined {
  if (news === 1) return claim === 'new' || !record ? undefined : { after: record, page: toSamePage(record, claim) };
  if ('manifest' in news) {
    const { manifest, changes } = news;
    return record ? undefined : { manifest, after: positionOf(manifest), page: changes };
  }
  return record && { after: record, page: news };
}

/** Returns the page that the answer `1` stands for: nothing has changed. */
function toSamePage(record: ShopRecord, { sum, snapshotSeq }: ShopPosition): ChangesPage {
  const { epoch, cursor: seq, viewsCursor: viewsSeq } = record;
  return { epoch, seq, more: false, viewsSeq, count: sum?.count, digest: sum?.digest, snapshotSeq };
}
