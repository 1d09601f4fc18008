import { liveQuery } from 'dexie';
import type { Subscription } from 'dexie';
import type { Clocks } from '../server/clocks.ts';
import { toSyncProblem } from '../server/failed-call.ts';
import { dropDeadConnections } from '../server/server-watch.ts';
import { openSocket } from '../server/socket.ts';
import type { RealtimeSocket, SocketOptions } from '../server/socket.ts';
import { POKE_JITTER_MS, RetryScheduler } from '../tabs/retry-scheduler.ts';
import type { AdminEvent } from '../api/admin-api.ts';
import type { TokenRevocation } from './token-revocation.ts';
import { isAuthError } from './admin-session.ts';
import type { AdminSession } from './admin-session.ts';
import type { AdminStore } from './store/admin-store.ts';
import { OperationScheduler } from './outbox/operation-scheduler.ts';
import { clearOrders } from './store/order-rows.ts';
import { pullAdminOrders } from './store/pull-admin-orders.ts';
import { pullEpoch } from './store/pull-epoch.ts';
import { pullFigures } from './store/pull-figures.ts';
import { RecentEdits } from './outbox/recent-edits.ts';
import { decideOperation } from './outbox/send-operation.ts';

const PRIORITY = { revocations: 2, orders: 1, figures: 0 } as const;
/** Figures of this age are fetched again even if no page shows them, so that they are available offline. */
const FIGURES_AGE_MS = 15 * 60_000;

export interface AdminSyncOptions extends Clocks, Pick<SocketOptions, 'origin' | 'connect'> {
  readonly store: AdminStore;
  readonly session: AdminSession;
  readonly tokenRevocation: TokenRevocation;
  readonly emit: (event: AdminEvent) => void;
  readonly fetch: typeof fetch;
  readonly isVisible: () => boolean;
}

/** The leader's work for all tabs: sends operations, pulls orders and figures, revokes tokens. */
export class AdminSync {
  readonly #options: AdminSyncOptions;
  readonly #scheduler: OperationScheduler;
  readonly #schedule: RetryScheduler<keyof typeof PRIORITY>;
  readonly #operations: Subscription;
  #socket: RealtimeSocket | undefined;
  /** True until the administrator's roles say otherwise. */
  #mayReadOrders = true;

  constructor(options: AdminSyncOptions) {
    this.#options = options;
    const { store, session, tokenRevocation, emit, isVisible, now, monotonicNow, random } = options;
    const tools = { store, session, emit, recentEdits: new RecentEdits() };
    const onFailure = (cause: unknown): void => void this.#noteFailure(cause).catch(() => undefined);
    this.#scheduler = new OperationScheduler({
      list: () => store.listOperations(),
      send: async (record, signal) => {
        await decideOperation(record, { ...tools, signal });
        await store.noteState({ lastSyncedAtMs: now(), problem: null }).catch(() => undefined);
      },
      isReady: () => session.token !== null,
      onFailure,
      now: monotonicNow,
      wallNow: now,
      random,
    });
    // Must be an async function: otherwise Dexie does not observe reads after an await.
    this.#operations = liveQuery(async () => store.listOperations()).subscribe({
      next: () => this.#scheduler.poke(),
      // The storage failed this time: the timer retries.
      error: () => undefined,
    });
    this.#schedule = new RetryScheduler<keyof typeof PRIORITY>({
      pull: async (key, signal, noteProgress) => {
        if (key === 'revocations') await tokenRevocation.send();
        else if (session.token === null) return;
        else if (key === 'figures') await pullFigures(store, session, now, { signal, olderThanMs: FIGURES_AGE_MS });
        else {
          const isOpen = this.#mayReadOrders && (await pullAdminOrders(store, session, now, { signal, noteProgress }));
          // Replies with orders name the server's epoch; without orders, the epoch needs a separate call.
          if (!isOpen) await pullEpoch({ store, session, signal });
        }
      },
      onFailure: (key, error) => {
        // Missing figures do not make the orders outdated; the screen of the figures loads them itself and shows its
        // own error.
        if (key !== 'figures') onFailure(error);
      },
      isVisible,
      now: monotonicNow,
      random,
    });
    this.#schedule.add('revocations', PRIORITY.revocations);
    this.#schedule.add('orders', PRIORITY.orders);
    this.#schedule.add('figures', PRIORITY.figures);
    this.changeToken();
  }

  /** Retries everything now, as when the network is back or the page becomes visible. */
  wake(): void {
    this.#socket?.check();
    this.#schedule.wake();
    this.#scheduler.wake();
  }

  /** Called when the token has changed or was cleared. */
  changeToken(): void {
    this.#mayReadOrders = true;
    this.#socket?.close();
    this.#socket = this.#options.session.token === null ? undefined : this.#openSocket();
    this.wake();
  }

  /** Applies the administrator's roles: without the one for orders, none are requested and stored ones are deleted. */
  setOrdersAllowed(isAllowed: boolean): void {
    const mayReadFirst = isAllowed && !this.#mayReadOrders;
    this.#mayReadOrders = isAllowed;
    if (mayReadFirst) this.#schedule.wake();
    else if (!isAllowed) void this.#options.store.write(clearOrders, { orders: true }).catch(() => undefined);
  }

  stop(): void {
    this.#operations.unsubscribe();
    this.#socket?.close();
    this.#schedule.stop();
    this.#scheduler.stop();
  }

  #openSocket(): RealtimeSocket {
    const { session, origin } = this.#options;
    return openSocket({
      ...this.#options,
      onOpen: () => {
        if (session.token !== null) this.#socket?.send({ event: 'registerAdmin', data: { token: session.token } });
        this.#schedule.wakeAfterConnect();
      },
      onClose: () => undefined,
      onSilence: () => void dropDeadConnections(origin, this.#options.fetch),
      onMessage: (message) => {
        if (message.event === 'adminOrdersChanged') this.#schedule.poke('orders', POKE_JITTER_MS);
      },
    });
  }

  async #noteFailure(error: unknown): Promise<void> {
    // A missing or expired token is not a sync problem: operations wait for the next login.
    if (isAuthError(error)) return;
    await this.#options.store.noteState({ problem: toSyncProblem(error) });
  }
}
