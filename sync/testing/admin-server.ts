import { ORIGIN } from '#api/testing/apps/in-process-app.ts';
import { findProducts } from '#api/catalog/reads/catalog.repository.ts';
import { presentAdminOrder } from '#api/orders/order-presenter.ts';
import type { OrderRow } from '#api/orders/order.repository.ts';
import { POSITION_HEADER } from '#contract/http/data-position.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { AffiliateProduct, Product } from '#contract/products/product.ts';
import { formatDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { SendForm } from '../admin/form-sender.ts';
import { UnreachableError } from '../server/api-client.ts';
import { carryCall, problem } from './carry-call.ts';
import type { Fault } from './carry-call.ts';
import { imageOf, nameOfImage } from './sample-image.ts';
import { readAdminToken, ShopServer } from './shop-server.ts';

export type AdminFault =
  | Fault
  /** The sender gives up, and the request arrives after later requests. */
  | 'late';

/** A product as the server has it, with the names that `imageOf` gave its images, in their order. */
interface ServerProduct {
  readonly product: Pick<AffiliateProduct, 'id' | 'title' | 'price' | 'link'>;
  readonly images: readonly { readonly name: string; readonly content: string | undefined }[];
}

/** The token of devices, in place of the one that the server gives. */
export const ADMIN_TOKEN = 'adm_good';
const SHOP = 'pc';

/** The server as administrators' devices reach it: their session, faults on the way, and what others change. */
export class AdminServer {
  readonly shop = new ShopServer({ ordersPerPage: 2 });
  readonly calls: string[] = [];
  /** The token that is accepted; null: none. */
  token: string | null = ADMIN_TOKEN;
  /** The error with which every call is rejected, as for an administrator who lost the role; null: none. */
  rejection: ErrorCode | null = null;
  /** Chooses the fault of the next call; may change the server before that call arrives. */
  nextFault: (call: string) => AdminFault | Promise<void> = () => 'none';
  /** Returns whether late calls arrive before the next one. */
  isLateOver: () => boolean = () => true;
  #late: (() => Promise<unknown>)[] = [];
  /** Names of uploaded images by their id. */
  readonly #images = new Map<string, string | undefined>();

  readonly fetch: typeof fetch = (input, init) => this.#receive(new Request(String(input), init));

  readonly sendForm: SendForm = async ({ url, headers, body, onProgress }) => {
    const file = [...body.values()].find((value) => typeof value !== 'string');
    this.#images.set(new Headers(headers).get('idempotency-key') ?? '', await nameOfImage(file));
    onProgress(1, 2);
    try {
      const response = await this.#receive(new Request(url, { method: 'POST', headers, body }));
      const contentType = response.headers.get('content-type') ?? '';
      const position = response.headers.get(POSITION_HEADER);
      return { status: response.status, contentType, text: await response.text(), position };
    } catch (cause) {
      throw new UnreachableError({ cause });
    }
  };

  get products(): ReadonlyMap<number, ServerProduct> {
    const rows = this.shop.app.rows<{ id: number; life: number; title: string; link: string; price_cents: Cents }>(
      `select id, life, title, link, price_cents from product where shop = '${SHOP}' order by id`,
    );
    return new Map(
      rows.map(({ id, life, title, link, price_cents }) => [
        id,
        { product: { id, title, link, price: formatDollars(price_cents) }, images: this.#listImages(id, life) },
      ]),
    );
  }

  /** Ids of products in the trash. */
  get deleted(): number[] {
    return this.shop.app.rows<{ id: number }>('select id from deleted_product').map(({ id }) => id);
  }

  /** Orders by id, hidden ones included. */
  get orders(): ReadonlyMap<string, AdminOrder> {
    const rows = this.shop.app.rows<OrderRow>('select * from purchase');
    return new Map(rows.map((row) => [row.id, presentAdminOrder(row)]));
  }

  get hidden(): ReadonlySet<string> {
    const rows = this.shop.app.rows<{ id: string }>('select id from purchase where admin_hidden_at is not null');
    return new Set(rows.map(({ id }) => id));
  }

  /** Names of images in descriptions. */
  get editorImages(): (string | undefined)[] {
    return this.shop.app.rows<{ id: string }>('select id from editor_picture').map(({ id }) => this.#images.get(id));
  }

  get nextId(): number {
    return Math.max(0, ...this.products.keys(), ...this.deleted) + 1;
  }

  /** Returns the names of a product's images in order. */
  contentsOf(id: number): (string | undefined)[] | undefined {
    return this.products.get(id)?.images.map(({ content }) => content);
  }

  get epoch(): string {
    const [row] = this.shop.app.rows<{ value: string }>("select value from meta where key = 'epoch'");
    return row?.value ?? '';
  }

  async product(id: number): Promise<Product> {
    const [found] = await findProducts((await this.shop.ready()).context.database.reader, SHOP, [id]);
    if (!found) throw new Error(`There is no product ${id}`);
    return found;
  }

  /** Adds a product as another administrator. */
  async addProduct(
    id: number,
    fields: Partial<AffiliateProduct> = {},
    contents: readonly string[] = [],
  ): Promise<Product> {
    await this.#save(id, { title: `Product ${id}`, main_category: 'Components', category: 'Memory', ...fields });
    for (const [place, content] of contents.entries()) {
      const body = new FormData();
      body.append('productId', String(id));
      body.append('shopType', SHOP);
      body.append('images', imageOf(content), `${place + 1}.webp`);
      const key = `image-${this.#images.size}`;
      this.#images.set(key, content);
      const headers = { 'idempotency-key': key, authorization: `Bearer ${await readAdminToken()}` };
      const response = await this.shop.call(`${ORIGIN}/api/upload-images`, { method: 'POST', body, headers });
      if (!response.ok) throw new Error(`An image was rejected: ${await response.text()}`);
    }
    return this.product(id);
  }

  /** Deletes a product and adds another one with its id, as another administrator. */
  async replaceProduct(
    id: number,
    fields: Partial<AffiliateProduct> = {},
    contents: readonly string[] = [],
  ): Promise<Product> {
    await this.deleteProduct(id);
    return this.addProduct(id, fields, contents);
  }

  /** Changes a product as another administrator; `by`: their name, as the audit log has it. */
  async changeProduct(id: number, fields: Partial<AffiliateProduct>, by?: string): Promise<Product> {
    await this.#save(id, fields);
    if (by !== undefined) {
      const { writer } = this.shop.app.context.database;
      const entry = { action: 'edit-product', subject: `${SHOP}/${id}`, before: '{}', after: '{}' };
      await writer
        .insertInto('admin_audit')
        .values({ at: 0, actor: by, actor_id: by, ...entry })
        .execute();
    }
    return this.product(id);
  }

  async deleteProduct(id: number): Promise<void> {
    await (await this.shop.ready()).context.products.deleteProducts(SHOP, [id]);
  }

  /** Brings a deleted product back, as another administrator. */
  async restoreProduct(id: number): Promise<void> {
    const { products, write } = this.shop.app.context;
    await write((unit) => products.restoreProductsIn(unit, SHOP, [id]));
  }

  /** Loses images that were uploaded for additions. */
  async loseStagedImages(): Promise<void> {
    const { writer } = this.shop.app.context.database;
    await writer.deleteFrom('product_picture').where('state', '=', 'staged').execute();
  }

  async #receive(request: Request): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    this.calls.push(call);
    // The session at the time of sending decides the answer, also to a call that arrives late.
    const { token, rejection } = this;
    const send = (): Promise<Response> => this.#answer(request.clone(), token, rejection);
    const fault = (await this.nextFault(call)) ?? 'none';
    if (fault === 'late') this.#late.push(send);
    return carryCall(fault === 'late' ? 'lost' : fault, async () => {
      if (this.isLateOver()) for (const arrive of this.#late.splice(0)) await arrive();
      return send();
    });
  }

  async #answer(request: Request, token: string | null, rejection: ErrorCode | null): Promise<Response> {
    const isAccepted = token !== null && request.headers.get('authorization') === `Bearer ${token}`;
    if (isAccepted && rejection !== null) return problem(rejection);
    if (isAccepted) request.headers.set('authorization', `Bearer ${await readAdminToken()}`);
    const response = await this.shop.call(request);
    if (isAccepted && request.method === 'DELETE' && request.url.endsWith('/api/login')) this.token = null;
    return response;
  }

  #listImages(id: number, life: number): ServerProduct['images'] {
    const rows = this.shop.app.rows<{ id: string; name: string }>(
      `select id, name from product_picture where shop = '${SHOP}' and product_id = ? and life = ? and state = 'live' order by position`,
      id,
      life,
    );
    return rows.map((row) => ({ name: row.name, content: this.#images.get(row.id) }));
  }

  async #save(id: number, fields: Partial<AffiliateProduct>): Promise<void> {
    const { context } = await this.shop.ready();
    const [saved] = await context.products.saveProducts(SHOP, [{ id, fields }]);
    if (saved?.outcome === 'rejected') throw new Error(`product ${id} was rejected: ${JSON.stringify(saved)}`);
  }
}
