import type { AccountChanges } from '#contract/http/account.ts';
import type { Mutation, Operation, OperationResult } from '#contract/http/mutations.ts';
import { ORIGIN } from '#api/testing/apps/in-process-app.ts';
import { photoPath } from '#contract/chats/chat-path.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { carryCall, problem } from './carry-call.ts';
import type { Fault } from './carry-call.ts';
import { ShopServer } from './shop-server.ts';
import type { UserName } from './shop-server.ts';

export type AccountFault =
  | Fault
  /** Only the first half of a push takes effect, and its reply is lost. */
  | 'failed';

interface Push {
  readonly client: string;
  readonly epoch?: string;
  readonly ops: readonly Operation[];
}

/** The server as one user's device reaches it: their session, and faults on the way. */
export class AccountServer {
  readonly sub: string;
  /** Devices of several users share one server. */
  readonly shop: ShopServer;
  /** Operations in the order of their decisions. */
  readonly decided: (Operation & { readonly client: string })[] = [];
  readonly calls: string[] = [];
  /** The user whose session the browser sends. */
  asks: UserName;
  fault: AccountFault = 'none';
  /** Error with which photos are rejected. */
  rejectsPhotos: ErrorCode | undefined;
  /** Numbers of operations that are deferred once, together with the later operations of the same push. */
  readonly deferred = new Set<number>();

  constructor(user: UserName = 'alice', shop = new ShopServer()) {
    this.sub = `demo-${user}`;
    this.asks = user;
    this.shop = shop;
  }

  /** Tests may wrap it to add faults of their own. */
  fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    this.calls.push(call);
    const isPush = call === 'POST /api/sync/push';
    const { fault } = this;
    const upload = /^POST \/api\/chats\/([^/]+)\/upload$/.exec(call);
    return carryCall(fault === 'failed' ? 'unanswered' : fault, async () => {
      if (isPush) return this.#push(input, init, fault === 'failed');
      if (upload && this.rejectsPhotos) return problem(this.rejectsPhotos);
      if (upload)
        this.shop.uploads.push(photoPath(upload[1] ?? '', new Headers(init?.headers).get('idempotency-key') ?? ''));
      return this.#call(input, init);
    });
  };

  /** The user's cart on the server. */
  get cart(): { readonly product_id: number; readonly quantity: number }[] {
    return this.shop.app.rows('select product_id, quantity from cart_line where sub = ? order by added_at', this.sub);
  }

  /** Reads the user's rows as a device without rows does; with `chats`, as a device that lacks only the chats' changes after that number. */
  async changes(chats?: number): Promise<AccountChanges> {
    const first = await this.#get('/api/sync/account');
    return chats === undefined
      ? first
      : this.changesSince({ ...first, chats: { ...first.chats, seq: chats, proof: undefined } });
  }

  /** Reads what has changed since earlier changes were read. */
  changesSince({ epoch, cart, orders, chats }: AccountChanges): Promise<AccountChanges> {
    const feeds = Object.entries({ cart, orders, chats });
    const numbers = feeds.map(([name, { seq }]) => [name, String(seq)]);
    const proofs = feeds.flatMap(([name, { proof }]) => (proof === undefined ? [] : [[`${name}Proof`, proof]]));
    const query = new URLSearchParams([['epoch', epoch], ...numbers, ...proofs]);
    return this.#get(`/api/sync/account?${String(query)}`);
  }

  /** Applies a mutation as another device of the user does. */
  async act(mutation: Mutation): Promise<OperationResult> {
    const op = { id: crypto.randomUUID(), number: 1, ...mutation };
    const body = { client: crypto.randomUUID(), user: this.sub, ops: [op] };
    const { results } = (await this.#post('/api/sync/push', body)) as { results: OperationResult[] };
    return results[0] as OperationResult;
  }

  /** Adds an order of the user's with the payment `pay-ID`. */
  async addOrder(id: string, status = 'waiting'): Promise<void> {
    await this.shop.putOrder(id, { status }, this.sub);
  }

  async putBack(backup: Buffer): Promise<void> {
    await this.shop.restore(backup);
    this.decided.length = 0;
  }

  /** Puts the server back to a state with only the first `decisions` of its decisions. */
  async restored(decisions: number): Promise<void> {
    const first = this.decided.slice(0, decisions);
    await this.putBack(this.shop.atFirst);
    for (const { client, ...op } of first) {
      await this.#post('/api/sync/push', { client, user: this.sub, ops: [op] });
      this.decided.push({ client, ...op });
    }
  }

  /** Deletes the results of the user's operations, as the server does eventually. */
  async forgetResults(): Promise<void> {
    const { writer } = (await this.shop.ready()).context.database;
    await writer.deleteFrom('idempotency').where('owner', '=', this.sub).execute();
    await writer.updateTable('outbox').set({ forgotten: 1_000 }).where('owner', '=', this.sub).execute();
  }

  #call(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    return this.shop.call(input, init, this.asks);
  }

  /** Withholds deferred operations from the server, and answers them with `later`, as a server that lacks a resource does. */
  async #push(input: RequestInfo | URL, init: RequestInit | undefined, isHalf: boolean): Promise<Response> {
    const push = JSON.parse(String(init?.body)) as Push;
    const place = push.ops.findIndex(({ number }) => this.deferred.has(number));
    const now = place < 0 ? push.ops : push.ops.slice(0, place);
    const ops = isHalf ? now.slice(0, Math.ceil(now.length / 2)) : now;
    const response = await this.#call(input, { ...init, body: JSON.stringify({ ...push, ops }) });
    if (!response.ok) return response;
    const reply = (await response.json()) as { results: OperationResult[]; changes?: AccountChanges };
    // The server decides nothing of a push that names another epoch than its own.
    if (push.epoch !== undefined && reply.changes?.epoch !== push.epoch) return Response.json(reply);
    for (const { id, outcome } of reply.results) {
      const op = ops.find((candidate) => candidate.id === id);
      if (op && outcome !== 'later' && !this.decided.some((known) => known.id === id))
        this.decided.push({ client: push.client, ...op });
    }
    const later = place < 0 ? [] : push.ops.slice(place);
    this.deferred.delete(later[0]?.number ?? 0);
    return Response.json({
      ...reply,
      results: [...reply.results, ...later.map(({ id }) => ({ id, outcome: 'later' }))],
    });
  }

  async #get(path: string): Promise<AccountChanges> {
    return (await (await this.#call(`${ORIGIN}${path}`)).json()) as AccountChanges;
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.#call(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const reply = (await response.json()) as unknown;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(reply)}`);
    return reply;
  }
}
