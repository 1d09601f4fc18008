import type { AccountChanges } from '#contract/http/account.ts';
import type { Operation, OperationResult } from '#contract/http/mutations.ts';
import { json, send } from './send.ts';

/** The answer to a push. */
interface PushReply {
  readonly results: readonly OperationResult[];
  readonly changes?: AccountChanges;
}

/**
 * The simplest correct device of a user's cart: each tap adds a unit of one product and is sent until it is acknowledged; after a new epoch all
 * taps are sent again before anything else. It trusts whatever else the server answers.
 */
export class TapDevice {
  readonly #client = crypto.randomUUID();
  readonly #taps: Operation[] = [];
  #pending: Operation[] = [];
  #cursor: Readonly<Record<string, unknown>> = {};
  /** The cart as the server has sent it. */
  lines: NonNullable<AccountChanges['cart']['lines']> = [];
  /** How often rows were replaced as a whole. */
  resets = 0;
  readonly #sub: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #product: number;

  constructor(sub: string, headers: Readonly<Record<string, string>>, product: number) {
    this.#sub = sub;
    this.#headers = headers;
    this.#product = product;
  }

  get taps(): number {
    return this.#taps.length;
  }

  get epoch(): unknown {
    return this.#cursor['epoch'];
  }

  /** Adds a unit, which is sent at the next exchange. */
  tap(): void {
    const args = { product_id: this.#product, condition: 'good', quantity: 1, price_seen: '12.50' };
    const tap = { id: crypto.randomUUID(), number: this.#taps.length + 1, name: 'addCartItem', args };
    this.#taps.push(tap);
    this.#pending.push(tap);
  }

  /** Sends what is pending and pulls until the device is up to date. @throws Error when a call fails; it can be repeated */
  async exchange(url: string): Promise<void> {
    for (;;) {
      const ops = this.#pending.slice(0, 100);
      const isPush = ops.length > 0 && this.epoch !== undefined;
      const { results, changes } = isPush ? await this.#push(url, ops) : await this.#pull(url);
      const decided = new Set(results.filter(({ outcome }) => outcome !== 'later').map(({ id }) => id));
      this.#pending = this.#pending.filter(({ id }) => !decided.has(id));
      if (changes && this.#apply(changes) && this.#pending.length === 0) return;
    }
  }

  /** Returns whether the device is up to date. */
  #apply({ epoch, reset, cart, orders, chats }: AccountChanges): boolean {
    const isOtherEpoch = this.epoch !== undefined && epoch !== this.epoch;
    if (isOtherEpoch) this.#pending = [...this.#taps];
    if (reset) this.resets += 1;
    if (cart.lines) this.lines = cart.lines;
    const numbers = { cart: cart.seq, orders: orders.seq, chats: chats.seq };
    const proofs = { cartProof: cart.proof, ordersProof: orders.proof, chatsProof: chats.proof };
    this.#cursor = { epoch, ...numbers, ...proofs };
    return !orders.more && !chats.more;
  }

  async #push(url: string, ops: readonly Operation[]): Promise<PushReply> {
    const body = { client: this.#client, user: this.#sub, cursor: this.#cursor, epoch: this.epoch, ops };
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    const reply = await send(url, '/api/sync/push', { method: 'POST', headers, body: JSON.stringify(body) });
    if (reply.status !== 200) throw new Error(`push: ${reply.status} ${reply.body}`);
    return json(reply) as unknown as PushReply;
  }

  async #pull(url: string): Promise<PushReply> {
    const pairs = Object.entries(this.#cursor).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
    const reply = await send(url, `/api/sync/account?${query}`, { headers: { ...this.#headers } });
    if (reply.status !== 200) throw new Error(`pull: ${reply.status} ${reply.body}`);
    return { results: [], changes: json(reply) as unknown as AccountChanges };
  }
}
