import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import { isLaterEpoch, replaceEpoch } from '../../storage/epoch.ts';
import type { EventBus } from '../../storage/events/event-bus.ts';
import {
  ACCOUNT_COUNTER,
  CHATS_COUNTER,
  findNonce,
  KEPT_NUMBERS,
  readClockPairs,
} from '../../storage/history.repository.ts';
import type { ClockPairs, Pair } from '../../storage/history.repository.ts';
import type { PublishCommit } from '../../storage/write-unit.ts';
import { getShopState } from './feed.repository.ts';
import type { EarlierNonces, ShopVersion } from './feed.repository.ts';

/** The versions of a shop, with the epoch that they belong to. */
export interface ShopState extends ShopVersion {
  readonly epoch: string;
}

/** The shops' versions in memory: they show, without a query, whether a cached response is fresh. Never ahead of committed data. */
export interface ShopStates {
  readonly epoch: string;
  get(shop: ShopKey): ShopState;
  /**
   * Reads the versions again and publishes on the event bus which shops changed. The last read wins, even with lower numbers. When the
   * history no longer has what this process knew, the data was put back to an earlier state, and a new epoch begins.
   */
  refresh(shops?: readonly ShopKey[]): Promise<void>;
  /**
   * Reads and publishes the versions of the shops that a commit of this process has changed, and then publishes the events of the commit.
   */
  readonly publish: PublishCommit;
}

export interface ShopStatesOptions {
  readonly database: Database;
  readonly bus: EventBus;
  /** Called after this process has begun a new epoch. */
  readonly onLost: () => void;
  readonly onError: (error: unknown) => void;
}

/** Reads the versions of all shops, now and whenever another process may have changed them. */
export async function openShopStates({ database, bus, onLost, onError }: ShopStatesOptions): Promise<ShopStates> {
  const states = new Map<ShopKey, ShopState>();
  /** The epoch of all states and clocks. */
  let epoch = '';
  let clocks: ClockPairs | undefined;

  /** Returns whether all shops have to be read, because the epoch has changed. */
  const readOnce = async (shops: readonly ShopKey[]): Promise<boolean> => {
    const isAll = shops.length === SHOP_KEYS.length;
    const read = await readStates(database, shops, { states, clocks, epoch });
    if (read.isLost) {
      if (await replaceEpoch(database, read.epoch, epoch)) onLost();
      return true;
    }
    if (read.epoch !== epoch && !isAll) return true;
    epoch = read.epoch;
    clocks = read.clocks ?? clocks;
    for (const [shop, state] of read.states) {
      const before = states.get(shop);
      states.set(shop, state);
      const isNews = before && (before.nonce !== state.nonce || before.epoch !== state.epoch);
      if (isNews) bus.publish({ type: 'products-changed', shop, seq: state.seq, epoch: state.epoch });
    }
    return false;
  };

  const read = async (shops: readonly ShopKey[]): Promise<void> => {
    let isOtherEpoch = await readOnce(shops);
    while (isOtherEpoch) isOtherEpoch = await readOnce(SHOP_KEYS);
  };

  /** The read that begins after the running one, with the shops that it reads. */
  let next: { readonly shops: Set<ShopKey>; readonly done: Promise<void> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  // Reads run one after the other, so that the state that was read last is stored last; calls during a read share the next read.
  const refresh = (shops: readonly ShopKey[] = SHOP_KEYS): Promise<void> => {
    if (!next) {
      const wanted = new Set<ShopKey>();
      const done = running.then(() => {
        next = undefined;
        return read([...wanted]);
      });
      running = done.catch(() => undefined);
      next = { shops: wanted, done };
    }
    for (const shop of shops) next.shops.add(shop);
    return next.done;
  };

  await refresh();
  bus.onGap(() => refresh());
  bus.subscribe((event) => {
    if (event.type === 'shop-written') refresh([event.shop]).catch(onError);
  });
  return {
    get epoch() {
      return epoch;
    },
    get(shop) {
      const state = states.get(shop);
      if (!state) throw new Error(`no database row for shop ${shop}`);
      return state;
    },
    refresh,
    async publish({ shops, events }) {
      if (shops.length > 0) await refresh(shops);
      for (const shop of shops) bus.tellOthers({ type: 'shop-written', shop });
      for (const event of events) bus.publish(event);
    },
  };
}

/** What was read before. */
interface KnownStates {
  readonly epoch: string;
  readonly states: ReadonlyMap<ShopKey, ShopState>;
  readonly clocks: ClockPairs | undefined;
}

/** What a refresh has read. */
interface ReadStates extends KnownStates {
  /** Whether the data is in an earlier epoch than the known one, or its history, in the same epoch, lacks a known state. */
  readonly isLost: boolean;
}

/**
 * Reads the states of shops as one committed state; with all shops, the clocks as well. A single shop, as after an order, takes one
 * statement on the writing connection, which still has the pages in memory; the reading connection would have to read them again.
 */
async function readStates(
  { reader, writer }: Database,
  shops: readonly ShopKey[],
  known: KnownStates,
): Promise<ReadStates> {
  const read = async (db: Queryable): Promise<ReadStates> => {
    const rows = await Promise.all(
      shops.map(async (shop) => {
        const before = known.states.get(shop);
        const { state, earlier } = await getShopState(db, shop, before);
        return { shop, state, hasLost: before !== undefined && hasLost(before, state, earlier) };
      }),
    );
    const states = new Map(rows.map(({ shop, state }) => [shop, state]));
    const [first] = states.values();
    if (!first) throw new RangeError('no shops to read the versions of');
    const clocks = shops.length === SHOP_KEYS.length ? await readClockPairs(db) : undefined;
    const isLost =
      isLaterEpoch(known.epoch, first.epoch) ||
      (first.epoch === known.epoch &&
        (rows.some((row) => row.hasLost) ||
          (known.clocks !== undefined && clocks !== undefined && (await haveLost(db, known.clocks, clocks)))));
    return { epoch: first.epoch, states, clocks, isLost };
  };
  return shops.length === 1 ? read(writer) : reader.transaction().execute(read);
}

const hasLost = (before: ShopState, now: ShopState, earlier: EarlierNonces): boolean =>
  isLost(before, now.seq, earlier.nonce) ||
  isLost({ seq: before.viewsSeq, nonce: before.viewsNonce }, now.viewsSeq, earlier.viewsNonce);

const haveLost = async (db: Queryable, before: ClockPairs, now: ClockPairs): Promise<boolean> =>
  isLost(before.account, now.account.seq, await findNonce(db, ACCOUNT_COUNTER, before.account.seq)) ||
  isLost(before.chats, now.chats.seq, await findNonce(db, CHATS_COUNTER, before.chats.seq));

/** Returns whether a known state is not in the history; one too old to be kept there counts as part of it. */
const isLost = (known: Pair, newestSeq: number, found: string | null | undefined): boolean =>
  (found ?? undefined) === undefined ? known.seq > newestSeq - KEPT_NUMBERS : found !== known.nonce;
