import { cartKey } from '#contract/orders/cart-key.ts';
import type { CartItem, CartLine } from '#contract/orders/cart.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { Mutation, Operation, OperationResult } from '#contract/http/mutations.ts';
import type { Order } from '#contract/orders/order.ts';
import { ChatServer } from './chat-server.ts';

/** Fault of one call. */
export type Fault =
  | 'none'
  /** The request is lost. */
  | 'lost'
  /** The request takes effect, but the reply is lost. */
  | 'unanswered'
  /** The request arrives twice; the second reply is delivered. */
  | 'doubled'
  /** The server is unavailable: nothing happens. */
  | 'refused'
  /** The server fails halfway: the first half took effect. */
  | 'failed';

/** A product that does not exist: operations on it are rejected. */
export const MISSING_PRODUCT = 13;

type Push = { client: string; user: string | null; epoch?: string; cursor?: Cursor; ops: Operation[] };
type Cursor = { epoch?: string; cart?: number; orders?: number; chats?: number };

/** An in-memory server of one user's cart, orders and chats with its full history, to compare devices with. */
export class AccountServer {
  readonly sub: string;
  /** Servers of several users can share chats. */
  readonly chats: ChatServer;
  epoch = 'e1';
  /** The cart at each sequence number. */
  readonly carts: CartLine[][] = [[]];
  /** Sequence number at which each operation took effect, by the operation's id. */
  readonly appliedAt = new Map<string, number>();
  /** Operations in the order of their decisions. */
  readonly decided: (Operation & { client: string })[] = [];
  readonly views: string[] = [];
  readonly orders = new Map<string, { order: Order; removed: boolean }>();
  #ordersSeq = 0;
  readonly #results = new Map<string, OperationResult>();
  /** Whether callers have a session; and the faults of the next calls by path. */
  hasSession = true;
  fault: Fault = 'none';
  /** Applies faults to pushes only. */
  spares = false;
  /** User of the session that the browser sends. */
  asks: string;
  /** Error with which photos are rejected. */
  refusesPhotos: { readonly status: number; readonly code: string } | undefined;
  /** Numbers of operations that are deferred once. */
  deferred = new Set<number>();
  readonly calls: string[] = [];
  readonly #purchases = new Map<string, Order>();
  ordersPerPage = Infinity;

  constructor(sub = 'alice', chats = new ChatServer()) {
    this.sub = sub;
    this.asks = sub;
    this.chats = chats;
  }

  /** Tests may put a fault of their own before it. */
  fetch: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    this.calls.push(call);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : await readImage(init?.body);
    const key = new Headers(init?.headers).get('idempotency-key') ?? '';
    const answer = (isCutShort = false): Response => this.#answer(call, searchParams, body, key, isCutShort);
    const fault = this.spares && !call.endsWith('/push') ? 'none' : this.fault;
    if (fault === 'lost') throw new TypeError('lost');
    if (fault === 'refused') return problem(503, 'not-ready');
    if (fault === 'failed') {
      answer(true);
      return problem(500, 'internal');
    }
    const first = answer();
    if (fault === 'unanswered') throw new TypeError('unanswered');
    return fault === 'doubled' ? answer() : first;
  };

  /** Returns the server of another epoch that comes of a backup of this one, which has its first decisions only. */
  restored(decisions: number, epoch = 'restored'): AccountServer {
    const server = new AccountServer(this.sub);
    server.epoch = epoch;
    for (const { client, ...operation } of this.decided.slice(0, decisions)) server.#decide(client, operation);
    return server;
  }

  /** Answers an operation from now on as one whose result may be among deleted ones. */
  forget(id: string): void {
    this.#results.set(id, reject(id, 'in-doubt'));
  }

  get cart(): CartLine[] {
    return this.carts.at(-1) ?? [];
  }

  get cartSeq(): number {
    return this.carts.length - 1;
  }

  addOrder(id: string, more: Partial<Order> = {}): Order {
    const order: Order = {
      id,
      payment_id: `pay-${id}`,
      product_id: 1,
      condition: 'good',
      store: '',
      title: `T${id}`,
      quantity: 1,
      total_amount: 5,
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: null,
      payment_status: 'waiting',
      shipped: false,
      postal_service: '',
      tracking_number: '',
      invoice_url: null,
      preview: '',
      placeholder: '',
      ...more,
      seq: ++this.#ordersSeq,
    };
    this.orders.set(id, { order, removed: false });
    return order;
  }

  #answer(call: string, query: URLSearchParams, body: unknown, key: string, isCutShort: boolean): Response {
    switch (call) {
      case 'POST /api/session':
        this.hasSession = true;
        return json({ auth_token: 'x', user: this.#user(), isAdmin: false });
      case 'DELETE /api/session':
        this.hasSession = false;
        return new Response(null, { status: 204 });
      case 'GET /api/sync/account':
        if (!this.hasSession) return problem(401, 'unauthorized');
        return json(
          this.#changes({
            epoch: query.get('epoch') ?? '',
            cart: Number(query.get('cart')),
            orders: Number(query.get('orders')),
            chats: Number(query.get('chats')),
          }),
        );
      case 'POST /api/create-purchase':
        return this.hasSession ? json(this.#purchase(key, body as CartItem)) : problem(401, 'unauthorized');
      case 'POST /api/sync/push':
        return this.#push(body as Push, isCutShort);
      default:
        return this.#answerChat(call, query, body, key);
    }
  }

  #answerChat(call: string, query: URLSearchParams, body: unknown, key: string): Response {
    if (!this.hasSession) return problem(401, 'unauthorized');
    const [, chatId = '', rest = ''] = /^\w+ \/api\/chats\/([^/]+)\/(.+)$/.exec(call) ?? [];
    if (rest === 'upload') {
      if (this.refusesPhotos) return problem(this.refusesPhotos.status, this.refusesPhotos.code);
      const filePath = this.chats.upload(this.asks, chatId, key, body as string);
      return filePath === undefined ? problem(404, 'not-found') : json({ filePath });
    }
    if (rest === 'messages') {
      const limit = Number(query.get('limit') ?? 100);
      const messages = this.chats.listBefore(this.sub, chatId, Number(query.get('before') ?? Infinity), limit);
      return messages ? json(messages) : problem(404, 'not-found');
    }
    const photo = this.chats.photos.get(call.replace(/^GET /, ''));
    if (photo === undefined) return problem(404, 'not-found');
    return new Response(photo, { headers: { 'content-type': 'image/webp' } });
  }

  #push({ client, user, epoch, cursor, ops }: Push, isCutShort: boolean): Response {
    if (user !== null && !this.hasSession) return problem(401, 'unauthorized');
    if (user !== null && user !== this.asks) return problem(403, 'identity-mismatch');
    if (ops.some(({ args }) => args === undefined)) return problem(400, 'bad-request');
    if (epoch !== undefined && epoch !== this.epoch) return json({ results: [], changes: this.#changes(cursor ?? {}) });
    const seen = isCutShort ? ops.slice(0, Math.ceil(ops.length / 2)) : ops;
    let isDeferred = false;
    const results = seen.map((operation): OperationResult => {
      const { id, number } = operation;
      const known = this.#results.get(id);
      if (known) return known;
      // One key is enough here: operations after a deferred one wait with it.
      if (isDeferred || this.deferred.delete(number)) {
        isDeferred = true;
        return { id, outcome: 'later' };
      }
      return this.#decide(client, operation);
    });
    return json({ results, changes: user === null ? undefined : this.#changes(cursor ?? {}) });
  }

  #decide(client: string, operation: Operation): OperationResult {
    const result = this.#apply(operation);
    this.#results.set(operation.id, result);
    this.decided.push({ client, ...operation });
    if (result.outcome === 'applied') this.appliedAt.set(operation.id, result.seq);
    return result;
  }

  #apply({ id, name, args }: Operation): OperationResult {
    const mutation = { name, args } as Mutation;
    switch (mutation.name) {
      case 'recordView':
        this.views.push(`${mutation.args.shop}/${mutation.args.id}`);
        return { id, outcome: 'applied', seq: 0 };
      case 'deleteOrder': {
        const known = [...this.orders.values()].find(({ order }) => order.payment_id === mutation.args.payment_id);
        if (!known) return reject(id, 'not-found');
        if (known.order.payment_status === 'finished') return reject(id, 'payment-in-progress');
        known.removed = true;
        known.order = { ...known.order, seq: ++this.#ordersSeq };
        return { id, outcome: 'applied', seq: this.#ordersSeq };
      }
      case 'startChat':
        if (mutation.args.product_id === MISSING_PRODUCT) return reject(id, 'not-found');
        return { id, outcome: 'applied', seq: this.chats.start(this.sub, mutation.args) };
      case 'sendMessage':
        return toResult(id, this.chats.send(this.sub, mutation.args));
      case 'markChatRead':
        return toResult(id, this.chats.mark(this.sub, mutation.args));
      default:
        if (this.#isBeyondLimit(mutation)) return reject(id, 'cart-limit');
        return this.changeCart(mutation) ? { id, outcome: 'applied', seq: this.cartSeq } : reject(id, 'not-found');
    }
  }

  #isBeyondLimit({ name, args }: Extract<Mutation, { args: CartItem }>): boolean {
    const line = this.cart.find((candidate) => cartKey(candidate) === cartKey(args));
    return name === 'addCartItem' && line !== undefined && line.quantity + args.quantity > MAX_CART_QUANTITY;
  }

  /** Changes the cart like an operation of any device; returns false when rejected. */
  changeCart(mutation: Extract<Mutation, { args: CartItem }>): boolean {
    const key = cartKey(mutation.args);
    const line = this.cart.find((candidate) => cartKey(candidate) === key);
    if (mutation.args.product_id === MISSING_PRODUCT) return false;
    const others = this.cart.filter((candidate) => candidate !== line);
    if (mutation.name === 'removeCartItem') this.carts.push(others);
    else if (mutation.name === 'addCartItem') {
      const quantity = Math.min((line?.quantity ?? 0) + mutation.args.quantity, MAX_CART_QUANTITY);
      const next = { ...(line ?? newLine(mutation.args)), quantity };
      this.carts.push(line ? this.cart.map((each) => (each === line ? next : each)) : [...this.cart, next]);
    } else {
      if (!line) return false;
      const next = { ...line, quantity: mutation.args.quantity };
      this.carts.push(this.cart.map((each) => (each === line ? next : each)));
    }
    return true;
  }

  #purchase(key: string, item: CartItem): { payment_url: string; order: Order } {
    const order = this.#purchases.get(key) ?? this.addOrder(`ord-${this.#purchases.size + 1}`, item);
    if (!this.#purchases.has(key)) this.changeCart({ name: 'removeCartItem', args: item });
    this.#purchases.set(key, order);
    return { payment_url: `https://pay.example/${order.id}`, order };
  }

  #user() {
    return { sub: this.asks, name: this.asks, email: 'a@example.com', picture: '' };
  }

  #changes({ epoch, cart = 0, orders = 0, chats = 0 }: Cursor): AccountChanges {
    const isReset = epoch !== this.epoch;
    const from = isReset ? { cart: 0, orders: 0, chats: 0 } : { cart, orders, chats };
    const news = [...this.orders.values()].filter(({ order }) => order.seq > from.orders);
    const changed = news.toSorted((a, b) => a.order.seq - b.order.seq).slice(0, this.ordersPerPage);
    const more = changed.length < news.length;
    const isNewCart = isReset || this.cartSeq > from.cart;
    return {
      epoch: this.epoch,
      reset: isReset,
      user: this.#user(),
      cart: { seq: this.cartSeq, ...(isNewCart && { lines: this.cart }) },
      orders: {
        seq: more ? (changed.at(-1)?.order.seq ?? 0) : this.#ordersSeq,
        changed: changed.filter(({ removed }) => !removed).map(({ order }) => order),
        removed: changed.filter(({ removed }) => removed).map(({ order }) => order.id),
        isReset,
        more,
      },
      chats: this.chats.changes(this.sub, from.chats),
    };
  }
}

const newLine = ({ product_id, condition }: CartItem): CartLine => ({
  product_id,
  condition,
  store: '',
  quantity: 1,
  price: '5',
  title: `T${product_id}`,
  price_seen: '5',
  available: 99,
  imagecount: 0,
  image_version: 0,
  placeholder: '',
  added_at: '2026-01-01T00:00:00.000Z',
});

const readImage = async (body: BodyInit | null | undefined): Promise<string | undefined> => {
  const image = body instanceof FormData ? body.get('image') : null;
  return image instanceof Blob ? image.text() : undefined;
};

const toResult = (id: string, seq: number | string): OperationResult =>
  typeof seq === 'number' ? { id, outcome: 'applied', seq } : reject(id, seq);

const reject = (id: string, code: string): OperationResult => ({ id, outcome: 'rejected', code, detail: code });

const json = (value: unknown): Response => Response.json(value);

const problem = (status: number, code: string): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, error: code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
