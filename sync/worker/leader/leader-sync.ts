import { SYNC_LOCK } from '#contract/service-worker/background-sync.ts';
import type { News } from '#contract/realtime/news.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import { ApiError } from '#contract/http/errors.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncProblem } from '../../api/sync-problem.ts';
import { SupersededError } from '../../catalog/store/catalog-store.ts';
import type { ShopRecord } from '../../catalog/store/catalog-store.ts';
import { StorageBlockedError, StorageFullError } from '../../database/storage-errors.ts';
import { ShopFeeds } from '../../catalog/pull/shop-feeds.ts';
import { ServerWatch } from '../../server/server-watch.ts';
import type { ServerWatchOptions } from '../../server/server-watch.ts';
import { openSocket } from '../../server/socket.ts';
import type { RealtimeSocket } from '../../server/socket.ts';
import { toSyncProblem } from '../../server/failed-call.ts';
import { MemoryCatalogStore } from '../../catalog/store/memory-catalog-store.ts';
import { createLeader } from '../../tabs/leader.ts';
import type { Leader } from '../../tabs/leader.ts';
import { POKE_JITTER_MS, RetryScheduler } from '../../tabs/retry-scheduler.ts';
import { ShopPuller } from './shop-puller.ts';
import type { LeaderContext } from './shop-puller.ts';

/** The shop on the screen comes before shops opened in other tabs, and those before the rest. */
const PRIORITY = { onScreen: 3, opened: 2, known: 1, rest: 0 } as const;

/** Number of devices that pull within a second after one poke: a pull of few changes costs the server about a millisecond at most. */
const PULLS_PER_SECOND = 1_000;
/** Longest time over which pulls are spread: the regular pulls of a visible tab come about as often anyway. */
const MAX_SPREAD_MS = 60_000;

/** `follow` is as in `createBackground`. */
interface LeaderSyncContext extends LeaderContext, Pick<ServerWatchOptions, 'countAnswers'> {
  readonly follow: () => void;
}

/** A tab's part in the election, and its work while it leads: scheduled pulls and a socket for pokes. */
export class LeaderSync {
  readonly #context: LeaderSyncContext;
  readonly #puller: ShopPuller;
  readonly #closed = new AbortController();
  #leader: Leader | undefined;
  #isAlone = false;
  #handOver: (() => void) | undefined;
  #schedule: RetryScheduler<ShopKey> | undefined;
  #feeds: ShopFeeds | undefined;
  #socket: RealtimeSocket | undefined;

  constructor(context: LeaderSyncContext) {
    this.#context = context;
    this.#puller = new ShopPuller(context);
  }

  get isLeading(): boolean {
    return this.#leader?.isLeading ?? false;
  }

  /** Whether this tab pulls, for all tabs or for itself alone: it then reads nothing that other tabs write. */
  get isWriting(): boolean {
    return this.isLeading || this.#isAlone;
  }

  /** Takes part in the election with the tab's store, or works alone if there is none to share. @throws what opening the store throws */
  async runForLeader(): Promise<void> {
    const { environment, catalogs, board, tabState } = this.#context;
    const { locks, monotonicNow, channel } = environment;
    const store = await catalogs.store();
    if (this.#closed.signal.aborted) return;
    // Insecure pages have no locks: tabs would overwrite each other's rows.
    if (store.kind === 'memory' || !locks) return this.#workAlone('memory');
    this.#leader = createLeader({
      name: SYNC_LOCK,
      locks,
      now: monotonicNow,
      isVisible: () => tabState.isVisible,
      sendHeartbeat: (isVisible) => channel.send({ type: 'heartbeat', isVisible }),
      onLead: (signal) => this.#lead(signal),
      onFailure: (error) => {
        if (error instanceof StorageFullError) this.#workAlone('full');
        // No connection to the storage works: a reload gets the page a new one.
        else if (error instanceof StorageBlockedError) this.#workAlone('memory');
        // A failed load is a TypeError: the network's fault, not the storage's.
        else board.updateAll({ problem: error instanceof TypeError ? 'unreachable' : 'device-error' });
      },
      onFollow: this.#context.follow,
    });
  }

  receiveHeartbeat(isVisible: boolean): void {
    this.#leader?.receiveHeartbeat(isVisible);
  }

  /** This tab shows another shop now. */
  showShop(shop: ShopKey, previous: ShopKey | undefined): void {
    if (previous && previous !== shop) this.#schedule?.add(previous, PRIORITY.opened);
    this.#puller.allowDetails(shop);
    this.#schedule?.add(shop, PRIORITY.onScreen);
  }

  /** Another tab opened a shop. */
  followShop(shop: ShopKey): void {
    this.#schedule?.add(shop, PRIORITY.opened);
  }

  wake(): void {
    this.#socket?.check();
    this.#feeds?.forget();
    this.#schedule?.wake();
    this.#context.account.ifLoaded((opened) => opened.wake());
  }

  /** Pulls the shops whose descriptions are not all on the device: they may be downloaded now. */
  fetchDetails(): void {
    for (const shop of SHOP_KEYS)
      if (!this.#context.board.get(shop).hasDetails) this.#schedule?.poke(shop, POKE_JITTER_MS);
  }

  /** Sends over the socket; returns false if none is open. */
  send(message: UpMessage): boolean {
    return this.#socket?.send(message) ?? false;
  }

  /** Reconnects the socket after a change of the session: a socket belongs to the session that it was opened with. */
  renewSocket(): void {
    this.#socket?.renew();
  }

  /** Lets another tab lead, if there is one: this tab's storage does not answer. */
  handOver(): void {
    if (!this.#isAlone) this.#handOver?.();
  }

  /** Stops leading for good: a newer version owns the database, or the tab closes. */
  stepDown(): void {
    this.#leader?.close();
    this.#stopLeading();
  }

  close(): void {
    this.#closed.abort();
    this.stepDown();
  }

  /** Other tabs do not see this tab's rows, so it syncs for itself, in memory. */
  #workAlone(storage: 'memory' | 'full'): void {
    const { board } = this.#context;
    this.#leader?.close();
    this.#isAlone = true;
    if (board.get('default').storage === 'device') board.updateAll({ storage });
    this.#lead(this.#closed.signal).catch(() => board.updateAll({ problem: 'device-error' }));
  }

  /** The work of a leader: settles when the signal aborts or this tab can no longer lead. */
  async #lead(signal: AbortSignal): Promise<void> {
    const { environment, client, catalogs, board, tabState, account } = this.#context;
    const { monotonicNow, random, origin, connect, savesData } = environment;
    // A tab alone shares nothing with the others, and its device may not even store who leads.
    const store = this.#isAlone ? new MemoryCatalogStore() : await catalogs.store();
    await store.claimLead();
    const known = (await store.listShops()).map(({ shop }) => shop);
    if (signal.aborted) return;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    this.#handOver = () => ended.resolve();
    board.updateAll({ isLeader: true });
    const feeds = new ShopFeeds({
      client,
      store,
      now: monotonicNow,
      findPulled: (shop) => this.#puller.findPulled(shop),
      dueBeside: (shop) => schedule.listDueBeside(shop),
      onKept: (shop) => schedule.poke(shop, 0),
    });
    this.#feeds = feeds;
    const schedule: RetryScheduler<ShopKey> = new RetryScheduler<ShopKey>({
      now: monotonicNow,
      random,
      isVisible: () => tabState.isVisible,
      pull: (shop, abandoned) => this.#puller.pull(shop, abandoned),
      onFailure: (shop, error) => {
        if (error instanceof SupersededError) return ended.resolve();
        board.update(shop, { problem: toProblem(error) });
        if (error instanceof StorageBlockedError) this.handOver();
      },
    });
    this.#schedule = schedule;
    this.#puller.startLeading({ schedule, feeds, isAlone: this.#isAlone });
    if (!savesData) for (const shop of SHOP_KEYS) schedule.add(shop, PRIORITY.rest);
    for (const shop of known) schedule.add(shop, PRIORITY.known);
    for (const shop of tabState.opened)
      schedule.add(shop, shop === tabState.onScreen ? PRIORITY.onScreen : PRIORITY.opened);
    const watch = new ServerWatch({
      origin,
      fetch: environment.fetch,
      countAnswers: this.#context.countAnswers,
      onLost: () => this.#noteLostServer(),
      onFound: () => {
        feeds.forget();
        schedule.wakeAfterConnect();
      },
    });
    signal.addEventListener('abort', () => watch.stop(), { once: true });
    watch.start();
    this.#socket = openSocket({
      origin,
      connect,
      random,
      onOpen: () => {
        watch.stop();
        board.updateAll({ isLive: true });
        feeds.forget();
        schedule.wakeAfterConnect();
        account.ifLoaded((opened) => opened.wakeAfterConnect());
      },
      onClose: () => {
        watch.start();
        board.updateAll({ isLive: false });
      },
      onSilence: () => watch.tryConnections(),
      onMessage: (message) => void this.#receivePoke(message),
    });
    account.startLeading();
    await ended.promise;
    watch.stop();
    this.#stopLeading();
  }

  /** Shows that the server does not answer; a shop with another problem keeps that until its next pull. */
  #noteLostServer(): void {
    const { board } = this.#context;
    for (const shop of SHOP_KEYS) if (board.get(shop).problem === null) board.update(shop, { problem: 'unreachable' });
  }

  async #receivePoke(message: News): Promise<void> {
    if (message.event !== 'productsChanged') return this.#context.account.ifLoaded((opened) => opened.receive(message));
    const { shop, listeners } = message.data;
    const { catalogs, board } = this.#context;
    // A storage failure must not suppress a poke.
    const catalog = await catalogs.get(shop).catch(() => undefined);
    const isNew = (): boolean => isBehind(catalog?.record, message.data);
    if (!isNew()) return;
    // Changes of this shop that came with another shop's call may be older than the poke.
    this.#feeds?.forget(shop);
    // A shop without data needs no announcement: its first pull is due anyway, or waits after a failure.
    if (catalog && !catalog.record && !board.get(shop).isPulling) return;
    this.#schedule?.announce(shop, pokeSpreadMs(listeners), isNew);
  }

  #stopLeading(): void {
    this.#schedule?.stop();
    this.#puller.stopLeading();
    this.#socket?.close();
    this.#context.account.stopLeading();
    this.#schedule = undefined;
    this.#feeds = undefined;
    this.#socket = undefined;
    this.#context.board.updateAll({ isLeader: false, isPulling: false, isLive: false });
  }
}

/** Time over which the pulls after a poke are spread: none for a single listener, else in proportion to the number of listeners. */
export function pokeSpreadMs(listeners: number | undefined): number {
  if (listeners === undefined) return POKE_JITTER_MS;
  return Math.min(((listeners - 1) * 1_000) / PULLS_PER_SECOND, MAX_SPREAD_MS);
}

/** Maps a failed pull to a problem that is shown to a shopper; null for one that only concerns the tabs. */
function toProblem(error: unknown): SyncProblem | null {
  // A server that is still creating its first snapshot is not a problem to show.
  if (error instanceof SupersededError || (error instanceof ApiError && error.code === 'not-ready')) return null;
  return toSyncProblem(error);
}

/**
 * Whether the server is at a position that a device has not reached: a higher one of the same history, or any position of another history, as
 * after a restore. If the server does not say which history it has, every position but the device's own counts as not reached.
 */
export function isBehind(
  record: Pick<ShopRecord, 'epoch' | 'cursor'> | undefined,
  { seq, epoch }: { readonly seq: number; readonly epoch?: string | undefined },
): boolean {
  if (!record) return true;
  return epoch === record.epoch ? seq > record.cursor : epoch !== undefined || seq !== record.cursor;
}
