import { addedImageName } from '#contract/products/admin-product.ts';
import type { OwnAccess } from '#contract/http/administrators.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { ERRORS } from '#contract/http/errors.ts';
import type { ServerFigures } from '#contract/http/insights.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { AffiliateProduct, Product } from '#contract/products/product.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import type { SendForm } from '../admin/form-sender.ts';
import { UnreachableError } from '../server/api-client.ts';

/** Fault of one call. */
export type AdminFault =
  | 'none'
  /** The request is lost. */
  | 'lost'
  /** The request takes effect, but the reply is lost. */
  | 'unanswered'
  /** The request arrives twice; the second reply is delivered. */
  | 'doubled'
  /** The sender gives up, and the request arrives after later ones. */
  | 'late'
  /** The server is unavailable: nothing happens. */
  | 'busy';

interface ServerImage {
  readonly id: string;
  readonly name: string;
  /** Content of its file. */
  readonly content: string;
}

/** What a backup has. */
export interface ServerData {
  readonly products: Map<number, ServerProduct>;
  readonly deleted: Map<number, ServerProduct>;
  readonly orders: Map<string, AdminOrder>;
  readonly hidden: Set<string>;
  /** Images that wait for their product, by id. */
  readonly staged: Map<string, ServerImage>;
  readonly editorPictures: Map<string, string>;
  readonly clocks: Map<string, number>;
  /** Requests by their keys. */
  readonly remembered: Map<string, string>;
  seq: number;
  orderClock: number;
}

const createData = (): ServerData => ({
  products: new Map(),
  deleted: new Map(),
  orders: new Map(),
  hidden: new Set(),
  staged: new Map(),
  editorPictures: new Map(),
  clocks: new Map(),
  remembered: new Map(),
  seq: 0,
  orderClock: 0,
});

interface ServerProduct {
  product: Product;
  pictures: ServerImage[];
}

class Rejection extends Error {
  readonly code: ErrorCode;
  readonly current: unknown;

  constructor(code: ErrorCode, current?: unknown) {
    super(code);
    this.code = code;
    this.current = current;
  }
}

interface Call {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Headers;
}

export const ADMIN_TOKEN = 'adm_good';

/** An in-memory server of one shop's products and of orders for administrators' devices. */
export class AdminServer {
  #data = createData();
  /** Contents of images that cannot be decoded. */
  readonly damaged = new Set<string>();
  readonly calls: string[] = [];
  /** Generation of the data; another one after a restore. */
  epoch = 'e1';
  figures: ServerFigures = { chats: { total: 0, rows: [] }, watched: [], versions: null };
  token: string | null = ADMIN_TOKEN;
  /** Rejects every call, such as of an administrator who lost the role. */
  rejection: ErrorCode | null = null;
  /** Chooses the fault of the next call. */
  nextFault: (call: string) => AdminFault = () => 'none';
  /** Returns whether late calls arrive before the next one. */
  isLateOver: () => boolean = () => true;
  #late: (() => void)[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    return this.#receive(`${init?.method ?? 'GET'} ${url.pathname}`, url.searchParams, body, init?.headers);
  };

  readonly sendForm: SendForm = async ({ url, headers, body, onProgress }) => {
    const { pathname, searchParams } = new URL(url);
    const file = [...body.values()].find((value) => typeof value !== 'string');
    const form = { fields: body, content: await file?.text(), name: file?.name };
    onProgress(1, 2);
    let response: Response;
    try {
      response = this.#receive(`POST ${pathname}`, searchParams, form, headers);
    } catch (cause) {
      throw new UnreachableError({ cause });
    }
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await response.text(),
    };
  };

  get products(): ServerData['products'] {
    return this.#data.products;
  }

  get deleted(): ServerData['deleted'] {
    return this.#data.deleted;
  }

  get orders(): ServerData['orders'] {
    return this.#data.orders;
  }

  get hidden(): ServerData['hidden'] {
    return this.#data.hidden;
  }

  get staged(): ServerData['staged'] {
    return this.#data.staged;
  }

  get editorPictures(): ServerData['editorPictures'] {
    return this.#data.editorPictures;
  }

  /** Returns a backup. */
  backUp(): ServerData {
    return structuredClone(this.#data);
  }

  /** Puts a backup back, under a new epoch. */
  putBack(backup: ServerData): void {
    this.#data = structuredClone(backup);
    this.epoch = crypto.randomUUID();
  }

  addProduct(id: number, fields: Partial<AffiliateProduct> = {}, contents: readonly string[] = []): Product {
    const pictures = contents.map((content, place) => ({ id: `${id}-${place}`, name: `${place + 1}.webp`, content }));
    const product = sampleAffiliate({ id, ...fields, seq: ++this.#data.seq });
    this.products.set(id, { product, pictures });
    return product;
  }

  /** Deletes a product and adds another one with its id, as another administrator. */
  replaceProduct(id: number, fields: Partial<AffiliateProduct> = {}, contents: readonly string[] = []): Product {
    this.products.delete(id);
    return this.addProduct(id, { ...fields, life: this.#data.seq + 1 }, contents);
  }

  /** Changes a product as another administrator. */
  changeProduct(id: number, fields: Partial<AffiliateProduct>): Product {
    const known = this.#find(id);
    known.product = { ...known.product, ...fields, seq: ++this.#data.seq } as Product;
    return known.product;
  }

  putOrder(id: string, more: Partial<AdminOrder> = {}): AdminOrder {
    const known = this.orders.get(id);
    const order = {
      ...SAMPLE_ORDER,
      id,
      payment_id: `pay-${id}`,
      ...known,
      ...more,
      version: (known?.version ?? 0) + 1,
    };
    this.orders.set(id, order);
    this.#data.clocks.set(id, ++this.#data.orderClock);
    return order;
  }

  hideOrder(id: string): void {
    this.hidden.add(id);
    this.#data.clocks.set(id, ++this.#data.orderClock);
  }

  /** Returns the contents of a product's images in order. */
  contentsOf(id: number): string[] | undefined {
    return this.products.get(id)?.pictures.map(({ content }) => content);
  }

  /** Delivers late calls now. */
  flushLate(): void {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  #receive(call: string, query: URLSearchParams, body: unknown, init: HeadersInit | undefined): Response {
    this.calls.push(call);
    const fault = this.nextFault(call);
    const received: Call = { call, query, body, headers: new Headers(init) };
    if (fault === 'busy') return problem('not-ready');
    if (fault === 'late') this.#late.push(() => this.#answer(received));
    if (fault === 'lost' || fault === 'late') throw new TypeError(fault);
    if (this.isLateOver()) this.flushLate();
    const first = this.#answer(received);
    if (fault === 'unanswered') throw new TypeError('unanswered');
    return fault === 'doubled' ? this.#answer(received) : first;
  }

  #answer(received: Call): Response {
    const { headers } = received;
    try {
      if (this.token === null || headers.get('authorization') !== `Bearer ${this.token}`)
        throw new Rejection('unauthorized');
      if (this.rejection !== null) throw new Rejection(this.rejection);
      const reply = this.#decide(received);
      return reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply);
    } catch (error) {
      if (error instanceof Rejection) return problem(error.code, error.current);
      throw error;
    }
  }

  #decide({ call, query, body, headers }: Call): unknown {
    const [method = '', , , name = '', ...rest] = call.split(/[ /]/);
    const id = Number(rest[1]);
    const key = headers.get('idempotency-key') ?? '';
    const version = Number(headers.get('if-match')?.replaceAll('"', '') ?? Number.NaN);
    const seen = query.get('seen');
    switch (`${method} ${name}`) {
      case 'POST upload-images':
        return this.#upload(body as UploadForm, key);
      case 'POST tiptap-upload-image':
        this.editorPictures.set(key, (body as UploadForm).content ?? '');
        return { imageUrl: `/images/editor/${key}.webp` };
      case 'DELETE login':
        this.token = null;
        return undefined;
      case 'GET next-id':
        return { nextId: this.nextId };
      case 'POST add-product':
        return this.#add(body as AddBody, key);
      case 'PUT edit-product':
        return this.#edit(id, body as Partial<AffiliateProduct>, version, key);
      case 'DELETE delete-product':
        return this.#delete(id, seen, key);
      case 'POST restore-product':
        return this.#restore(id, key);
      case 'GET product-images':
        return { images: this.#find(id).pictures.map((picture) => picture.name) };
      case 'PUT product-images':
        this.#find(id, seen);
        return this.#order(id, (body as { images: string[] }).images);
      case 'DELETE product-images':
        this.#find(id, seen);
        return this.#deletePicture(id, rest[2] ?? '');
      case 'PATCH admin-purchases':
        return this.#ship(rest[0] ?? '', body as Partial<AdminOrder>, version, key);
      case 'DELETE admin-purchases':
        return this.hideOrder(this.#findOrder(rest[0] ?? '').id);
      case 'GET admin-purchases':
        return this.#listOrders(query);
      case 'GET administrators':
        return { ...NAMELESS, epoch: this.epoch };
      case 'GET admin-insights':
        return this.figures;
      default:
        throw new Rejection('method-not-allowed');
    }
  }

  #upload({ fields, content = '', name = '' }: UploadForm, id: string): unknown {
    if (this.damaged.has(content)) throw new Rejection('unsupported-media-type');
    const live = [...this.products.values()].flatMap(({ pictures }) => pictures);
    const known = this.staged.get(id) ?? live.find((picture) => picture.id === id);
    const picture = known ?? { id, name, content };
    const productId = Number(fields.get('productId'));
    const seen = fields.get('seen');
    const product = typeof seen === 'string' ? this.#find(productId, seen) : this.products.get(productId);
    if (!known && (fields.has('rate') || !product)) this.staged.set(id, picture);
    else if (!known && product) product.pictures.push(picture);
    const uploaded = { id, name: picture.name, placeholder: '', width: 1, height: 1 };
    return { images: [picture.name], pictures: [uploaded] };
  }

  #add(body: AddBody, key: string): Product {
    const { id, pictures = [], ...fields } = body;
    if (this.#isRepeated(key, body)) return this.#find(id).product;
    if (this.products.has(id)) throw new Rejection('id-taken', { nextId: this.nextId });
    const claimed = pictures.map((picture, place) => {
      const staged = this.staged.get(picture);
      if (!staged) throw new Rejection('picture-missing');
      return { ...staged, name: addedImageName(place + 1) };
    });
    for (const picture of pictures) this.staged.delete(picture);
    this.#remember(key, body);
    const product = sampleAffiliate({ ...(fields as AffiliateProduct), id, seq: ++this.#data.seq });
    this.products.set(id, { product, pictures: claimed });
    return product;
  }

  #edit(id: number, fields: Partial<AffiliateProduct>, version: number, key: string): Product {
    const known = this.#find(id, version);
    if (this.#isRepeated(key, fields)) return known.product;
    if (version !== known.product.seq) throw new Rejection('stale-version', known.product);
    this.#remember(key, fields);
    return this.changeProduct(id, fields);
  }

  #delete(id: number, seen: string | null, key: string): void {
    if (this.#isRepeated(key, id)) return;
    const known = this.#find(id, seen);
    this.#remember(key, id);
    this.products.delete(id);
    this.deleted.set(id, known);
  }

  #restore(id: number, key: string): Product {
    if (this.#isRepeated(key, id)) return this.#find(id).product;
    this.#remember(key, id);
    const known = this.products.get(id) ?? this.deleted.get(id);
    if (!known) throw new Rejection('not-found');
    this.products.set(id, known);
    return this.changeProduct(id, {});
  }

  #order(id: number, names: readonly string[]): unknown {
    const known = this.#find(id);
    const named = names.flatMap((name) => known.pictures.find((picture) => picture.name === name) ?? []);
    known.pictures = [...named, ...known.pictures.filter((picture) => !named.includes(picture))];
    this.changeProduct(id, {});
    return { images: known.pictures.map(({ name }) => name) };
  }

  #deletePicture(id: number, name: string): unknown {
    const known = this.#find(id);
    const left = known.pictures.filter((picture) => picture.name !== name);
    if (left.length === 0) throw new Rejection('last-picture');
    known.pictures = left;
    this.changeProduct(id, {});
    return { images: left.map((picture) => picture.name) };
  }

  #ship(paymentId: string, shipment: Partial<AdminOrder>, version: number, key: string): AdminOrder {
    const order = this.#findOrder(paymentId);
    if (this.#isRepeated(key, shipment)) return order;
    if (order.version !== version) throw new Rejection('stale-version', order);
    this.#remember(key, shipment);
    return this.putOrder(order.id, shipment);
  }

  #listOrders(query: URLSearchParams): unknown {
    const isKnown = query.get('epoch') === this.epoch;
    const since = isKnown ? Number(query.get('since')) : 0;
    const changed = [...this.#data.clocks].filter(([, clock]) => clock > since).sort(([, a], [, b]) => a - b);
    const page = changed.slice(0, 2);
    const more = changed.length > page.length;
    const ids = page.map(([id]) => id);
    return {
      epoch: this.epoch,
      reset: !isKnown,
      seq: more ? page.at(-1)?.[1] : this.#data.orderClock,
      more,
      orders: ids.filter((id) => !this.hidden.has(id)).map((id) => this.orders.get(id)),
      hidden: ids.filter((id) => this.hidden.has(id)),
    };
  }

  get nextId(): number {
    return Math.max(0, ...this.products.keys(), ...this.deleted.keys()) + 1;
  }

  #isRepeated(key: string, body: unknown): boolean {
    const known = this.#data.remembered.get(key);
    if (known && known !== JSON.stringify(body)) throw new Rejection('idempotency-conflict');
    return known !== undefined;
  }

  #remember(key: string, body: unknown): void {
    this.#data.remembered.set(key, JSON.stringify(body));
  }

  /** `seen`: a `seq` of the product as the caller saw it, if it names one. */
  #find(id: number, seen: number | string | null = null): ServerProduct {
    const known = this.products.get(id);
    if (!known || (seen !== null && (known.product.life ?? 0) > Number(seen))) throw new Rejection('not-found');
    return known;
  }

  #findOrder(paymentId: string): AdminOrder {
    const order = [...this.orders.values()].find((known) => known.id === paymentId || known.payment_id === paymentId);
    if (!order) throw new Rejection('not-found');
    return order;
  }
}

interface UploadForm {
  readonly fields: FormData;
  readonly content?: string;
  readonly name?: string;
}

type AddBody = Partial<AffiliateProduct> & { readonly id: number; readonly pictures?: readonly string[] };

const problem = (code: ErrorCode, current?: unknown): Response => {
  const { status, title } = ERRORS[code];
  const body = { type: 'about:blank', title, status, code, error: title, current };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
};

const NAMELESS: OwnAccess = {
  id: null,
  name: null,
  roles: ['owner'],
  passkeys: [],
  isNameless: true,
  recovery_codes_left: 0,
  chat_login: null,
};

const SAMPLE_ORDER: AdminOrder = {
  id: '',
  payment_id: '',
  product_id: 1,
  condition: 'good',
  store: '',
  title: 'Phone',
  quantity: 1,
  total_amount: 5,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  payment_status: 'finished',
  shipped: false,
  postal_service: '',
  tracking_number: '',
  invoice_url: null,
  preview: '',
  placeholder: '',
  seq: 1,
  email: '',
  contact_name: '',
  phone: '',
  address: '',
  city: '',
  state_prov: '',
  postal_code: '',
  version: 1,
  needs_attention: '',
};
