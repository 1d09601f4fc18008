import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { UserData } from '../api/account-api.ts';
import { AccountExchange } from '../account/exchange.ts';
import { openUserData } from '../account/open-user-data.ts';
import { UserStore } from '../account/store/user-store.ts';
import { createApiClient } from '../server/api-client.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { AccountFault, AccountServer } from './account-server.ts';

export const SHOP = 'http://shop.example';
/** The signal of a call that is never aborted. */
export const never = new AbortController().signal;

/** A device of a user: its rows as the page has them, and the leader's sync with a server that tests may replace. */
export class AccountDevice {
  server: AccountServer;
  readonly data: UserData;
  readonly store: UserStore;
  readonly client: ApiClient;
  /** Time in ms on all clocks of the device. */
  nowMs = Date.now();
  /** Number of calls before the network is lost. */
  callsLeft = Infinity;
  #exchange: AccountExchange;

  constructor(server: AccountServer, idb = { indexedDB: new IDBFactory(), IDBKeyRange }) {
    this.server = server;
    this.data = openUserData(server.sub, idb);
    this.store = new UserStore(server.sub, idb);
    this.client = createApiClient(SHOP, async (...call) => {
      if (--this.callsLeft < 0) throw new TypeError('the network is lost');
      return this.server.fetch(...call);
    });
    this.#exchange = this.#start();
  }

  /** Time of the next attempt of a deferred operation in ms. */
  get nextTryMs(): number | undefined {
    return this.#exchange.nextTryMs;
  }

  /** Exchanges a minute later, when deferred operations may be sent again. Runs `check` on each progress; returns whether all succeeded. */
  async exchange(fault: AccountFault = 'none', check: () => Promise<void> = async () => undefined): Promise<boolean> {
    this.nowMs += 60_000;
    this.server.fault = fault;
    const checks: Promise<void>[] = [];
    const isThrough = await this.sync(() => checks.push(check())).then(
      () => true,
      () => false,
    );
    this.server.fault = 'none';
    await Promise.all(checks);
    return isThrough;
  }

  /** Exchanges until nothing is left to do. @throws as ApiClient */
  sync(noteProgress: () => void = () => undefined): Promise<void> {
    return this.#exchange.run(never, noteProgress);
  }

  /** Lets another tab lead, which does not know what this one has sent or received. */
  handOver(): void {
    this.#exchange = this.#start();
  }

  /** The cart on the screen. */
  async cart(): Promise<string> {
    return showLines(await this.data.cart());
  }

  async orders(): Promise<string> {
    return (await this.data.orders()).map(({ id }) => id).join(' ');
  }

  close(): void {
    this.data.close();
    this.store.close();
  }

  #start(): AccountExchange {
    const now = (): number => this.nowMs;
    const { store, client } = this;
    return new AccountExchange({ store, client, now, monotonicNow: now, random: () => 1 });
  }
}

/** Describes the lines of a cart, as `1×2 7×1`. */
export const showLines = (lines: readonly { readonly product_id: number; readonly quantity: number }[]): string =>
  lines.map(({ product_id, quantity }) => `${product_id}×${quantity}`).join(' ');

/** A tap that adds units of a product to the cart. */
export const add = (product_id: number, quantity = 1) =>
  ({ name: 'addCartItem', args: { product_id, condition: 'good', quantity, price_seen: '5' } }) as const;
/** A tap that sets the quantity of a line. */
export const put = (product_id: number, quantity: number) =>
  ({ name: 'setCartQuantity', args: { product_id, condition: 'good', quantity } }) as const;
export const remove = (product_id: number) =>
  ({ name: 'removeCartItem', args: { product_id, condition: 'good' } }) as const;
