import { onTestFinished } from 'vitest';
import { DATA_SIZES } from '#api/data-sizes.ts';
import type { DataSizes } from '#api/data-sizes.ts';
import { InProcessApp, ORIGIN } from '#api/testing/apps/in-process-app.ts';
import { numberOrderChange } from '#api/orders/order-clock.repository.ts';
import { findOrder, insertOrder, updateOrder } from '#api/orders/order.repository.ts';
import type { OrderRow } from '#api/orders/order.repository.ts';
import { sampleOrder } from '#api/testing/sample-order.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { createDemoCredential } from '#contract/http/demo-identity.ts';
import { createSession } from '#contract/http/session.ts';

/** The open-box shop has products with ids from 1 to this one, titled `T1` and so on, at $5. */
const PRODUCTS = 250;
/** The only id among them without a product: operations on it are rejected. */
export const MISSING_PRODUCT = 13;
const USERS = ['alice', 'bob', 'sam'] as const;
export type UserName = (typeof USERS)[number];
/** The seller, who answers buyers. */
export const SELLER = 'demo-sam';

/** State of a server at the start of a test, made once in each process. */
interface Template {
  readonly database: Buffer;
  /** The session's cookie of each user. */
  readonly cookies: Readonly<Record<UserName, string>>;
  /** The token of an administrator. */
  readonly token: string;
}
let template: Promise<Template> | undefined;

/** The real server with products and signed-in users, for one test. */
export class ShopServer {
  readonly #ready: Promise<InProcessApp>;
  #app: InProcessApp | undefined;
  #atFirst: Buffer | undefined;
  #ended: Promise<void> | undefined;
  /** Paths of photos in the order in which they were uploaded, repetitions included. */
  readonly uploads: string[] = [];

  /** Starts the server for the running test. */
  constructor(sizes: Partial<DataSizes> = {}) {
    this.#ready = openTemplate().then(({ database }) =>
      InProcessApp.start({ database, sizes: { ...DATA_SIZES, ...sizes } }),
    );
    onTestFinished(() => this.end());
  }

  /** Ends the server before the end of the test. */
  end(): Promise<void> {
    this.#ended ??= this.#ready.then((app) => app.end());
    return this.#ended;
  }

  /** The server's database as it was before the first call. */
  get atFirst(): Buffer {
    if (!this.#atFirst) throw new Error('The server has not been called yet');
    return this.#atFirst;
  }

  /** The running server. @throws Error before its first call */
  get app(): InProcessApp {
    if (!this.#app) throw new Error('The server has not been called yet');
    return this.#app;
  }

  async ready(): Promise<InProcessApp> {
    this.#app = await this.#ready;
    this.#atFirst ??= this.#app.backUp();
    return this.#app;
  }

  /** Answers a call of a user's page, or of a visitor's page if no user is given. */
  async call(input: RequestInfo | URL, init: RequestInit = {}, user?: UserName): Promise<Response> {
    const { fetch } = await this.ready();
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
    if (user) headers.set('cookie', (await openTemplate()).cookies[user]);
    return fetch(input, { ...init, headers });
  }

  /** Makes a backup. */
  async backUp(): Promise<Buffer> {
    return (await this.ready()).backUp();
  }

  /** Puts a backup back, as an administrator does whose server was damaged. */
  async restore(backup: Buffer): Promise<void> {
    await this.app.restore(backup);
  }

  /** Adds a paid order of one unit, or changes the order with this id, as the payment provider or an administrator does. */
  async putOrder(id: string, columns: Partial<OrderRow> = {}, sub = 'demo-alice'): Promise<void> {
    const { write } = (await this.ready()).context;
    await write(async (unit) => {
      const numbers = await numberOrderChange(unit, sub);
      const known = await findOrder(unit.trx, id);
      if (known) return updateOrder(unit.trx, known, numbers, columns);
      const added = { ...sampleOrder(id, sub, numbers), payment_id: `pay-${id}`, status: 'finished', ...columns };
      const read = await insertOrder(unit.trx, added);
      // A new order has no shipment.
      await unit.trx
        .updateTable('purchase')
        .set({ shipped: 0, ...columns })
        .where('id', '=', id)
        .execute();
      return read;
    });
  }

  /** Lists what was said in a chat, the oldest first. */
  listMessages(chatId: string): string[] {
    const rows = this.app.rows<{ content: string }>(
      'select content from chat_message where chat_id = ? order by seq',
      chatId,
    );
    return rows.map(({ content }) => content);
  }
}

/** Returns the token of an administrator without a name. */
export const readAdminToken = async (): Promise<string> => (await openTemplate()).token;

function openTemplate(): Promise<Template> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<Template> {
  const app = await InProcessApp.start();
  const ids = Array.from({ length: PRODUCTS }, (_, place) => place + 1).filter((id) => id !== MISSING_PRODUCT);
  const fields = { main_category: 'Phones', category: 'Used', good_condition_price: '5' };
  await app.context.products.saveProducts(
    'ayz',
    ids.map((id) => ({ id, fields: { ...fields, title: `T${id}`, good_condition_available_quantity: '99' } })),
  );
  const cookies: Partial<Record<UserName, string>> = {};
  for (const user of USERS) cookies[user] = await signIn(app, user);
  const { authorization } = await signInAdmin(app);
  const database = app.backUp();
  await app.end();
  return { database, cookies: cookies as Template['cookies'], token: authorization.replace('Bearer ', '') };
}

async function signIn(app: InProcessApp, name: UserName): Promise<string> {
  const post = (path: string, body: unknown): Promise<Response> =>
    app.fetch(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const user = { sub: `demo-${name}`, name, email: `${name}@demo.invalid` };
  const { credential } = (await (await post(createDemoCredential.path, user)).json()) as { credential: string };
  const response = await post(createSession.path, { credential });
  if (!response.ok) throw new Error(`${name} cannot sign in: ${await response.text()}`);
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}
