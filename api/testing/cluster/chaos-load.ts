import { setTimeout as delay } from 'node:timers/promises';
import { MAX_OPEN_ORDERS } from '#contract/limits.ts';
import { purchaseOf, readStock, stockCameras } from '../apps/order-app.ts';
import { createRetryingClient } from '../clients/retrying-client.ts';
import type { RetryingClient } from '../clients/retrying-client.ts';
import { drawTestImage } from '../clients/image-client.ts';
import { signIn, signInAdmin } from '../clients/sign-in.ts';
import type { SignedInBuyer } from '../processes/shop-folder.ts';
import { countDifferent, listStoredOrders } from './checkout-run.ts';
import type { Cluster } from './cluster.ts';

/** Longest time of a call that needs the database, and of one that stores an image, with room for a busy machine. */
const LONGEST_CALL_MS = 17_000;
const LONGEST_UPLOAD_MS = 45_000;
/** Few buyers, each calling random nodes: one machine runs the nodes, the servers and the clients. */
const BUYERS = 8;
const PAUSE_MS = 300;
/** Buyers who order. They are many, because each may have only a few unpaid orders. */
const ORDERERS = 600;
const ORDERERS_AT_ONCE = 100;
const PRODUCTS = [2_000, 2_001, 2_002] as const;
const UNITS = 100_000;
/** The product that is edited, and about which buyers write. */
const EDITED = 7;
const FIELDS = { title: 'Camera', main_category: 'Photo', category: 'Cameras' } as const;
/** Buyers who chat. */
const CHATS = 3;
const MAX_UNSENT = 3;
/** Clients reconnect and send again within this time. */
const SETTLE_MS = 15_000;

/** A reply to a call of the load. */
interface LoadReply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Mixed load of buyers, chats, readers and an administrator, at random nodes. */
export interface Load {
  /** Results that no client may see, such as a reply with 500, as they occur. */
  readonly wrong: string[];
  /** Returns the counts of replies by call and status, and the time of the slowest call, since the last `take`. */
  take(): { readonly calls: Readonly<Record<string, number>>; readonly slowestMs: number };
  /** Ends the load, and adds each difference between what was acknowledged and what is stored to `wrong`. Returns how much was acknowledged. */
  end(): Promise<Readonly<Record<'orders' | 'messages' | 'images', number>>>;
}

/** Starts the load on healthy nodes. */
export async function startLoad(cluster: Cluster, hasBucket: boolean): Promise<Load> {
  const { nodes, context } = cluster;
  const wrong: string[] = [];
  let calls: Record<string, number> = {};
  let slowestMs = 0;
  const over = new AbortController();
  const pickUrl = (): string => nodes[Math.floor(Math.random() * nodes.length)]?.url ?? '';
  for (const id of PRODUCTS) await stockCameras(cluster, UNITS, id);
  await context.products.saveProducts('ayz', [{ id: EDITED, fields: FIELDS }]);
  const admin = await signInAdmin({ context });

  /**
   * Repeats a call until it succeeds. Notes as wrong a connection that is cut, a reply of 500, and an error that does not say when to try
   * again.
   */
  const insist = async (
    name: string,
    path: string,
    init: RequestInit,
    longestMs = LONGEST_CALL_MS,
  ): Promise<LoadReply> => {
    for (;;) {
      const startMs = performance.now();
      const reply = await callOnce(`${pickUrl()}${path}`, init, longestMs);
      const tookMs = performance.now() - startMs;
      slowestMs = Math.max(slowestMs, tookMs);
      const what = `${name} ${reply instanceof Error ? `${reply.message} ${String(reply.cause ?? '')}` : reply.status}`;
      calls[what] = (calls[what] ?? 0) + 1;
      if (reply instanceof Error) wrong.push(`${what} after ${Math.round(tookMs)} ms`);
      else if (reply.status < 300) return reply;
      // `in-progress`: the server still deletes what a failed upload has left, so the call is repeated.
      else if (reply.status < 500 && !reply.text.includes('"in-progress"')) throw new Error(`${what}: ${reply.text}`);
      else if (reply.status === 500 || reply.retryAfter === null) wrong.push(`${what}: ${reply.text}`);
      await delay(Math.random() * PAUSE_MS);
    }
  };
  const insistJson = (
    name: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
    method = 'POST',
  ): Promise<LoadReply> =>
    insist(name, path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Ids of acknowledged orders by product. */
  const ordered = new Map<number, string[]>(PRODUCTS.map((id) => [id, []]));
  const orderers: SignedInBuyer[] = [];
  for (let part = 0; part < ORDERERS; part += ORDERERS_AT_ONCE) {
    orderers.push(...(await cluster.addBuyers(ORDERERS_AT_ONCE)));
  }
  let orders = 0;
  const order = async (turn: number): Promise<void> => {
    const buyer = orderers[Math.floor(orders / MAX_OPEN_ORDERS)];
    if (!buyer) return;
    orders += 1;
    const key = `order-${orders}`;
    const id = PRODUCTS[turn % PRODUCTS.length] as number;
    const body = { ...purchaseOf(buyer.sub), product_id: id };
    const headers = { ...buyer.headers, 'idempotency-key': key };
    const { text } = await insistJson('order', '/api/create-purchase', headers, body);
    ordered.get(id)?.push((JSON.parse(text) as { order: { id: string } }).order.id);
  };
  /** Last quantities of carts. */
  const carts = new Map<string, number>();
  const changeCart = async ({ sub, headers }: SignedInBuyer, turn: number): Promise<void> => {
    const quantity = 1 + (turn % 9);
    const args = { product_id: PRODUCTS[0], condition: 'good', quantity, price_seen: '12.50' };
    const op = { id: `${sub}-${turn}`, number: turn + 1, name: turn === 0 ? 'addCartItem' : 'setCartQuantity', args };
    const { text } = await insistJson('cart', '/api/sync/push', headers, { client: sub, user: sub, ops: [op] });
    if (!text.includes('"applied"')) wrong.push(`cart: ${text}`);
    carts.set(sub, quantity);
  };
  const shop = async (buyer: SignedInBuyer): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await changeCart(buyer, turn);
      if (turn % 3 === 0) await order(turn);
      await insist('account', '/api/sync/account', { headers: buyer.headers });
      await insist('product', `/api/products/${PRODUCTS[turn % PRODUCTS.length]}?shop=ayz`, {});
      await insistJson('batch', '/api/products/batch?shop=ayz', {}, { ids: [PRODUCTS[0], EDITED] });
      await delay(PAUSE_MS);
    }
  };

  let title: string = FIELDS.title;
  const edit = async (): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const headers = { ...admin, 'idempotency-key': `edit-${turn}` };
      const next = `Camera ${turn}`;
      await insistJson('edit', `/api/edit-product/ayz/${EDITED}`, headers, { title: next }, 'PUT');
      title = next;
      await delay(PAUSE_MS);
    }
  };

  const images: string[] = [];
  const image = new Blob([new Uint8Array(await drawTestImage('red'))]);
  const upload = async (): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const body = new FormData();
      body.append('image', image, 'picture.jpg');
      const init = { method: 'POST', headers: { ...admin, 'idempotency-key': `image-${turn}` }, body };
      const { text } = await insist('upload', `/api/tiptap-upload-image/ayz/${EDITED}`, init, LONGEST_UPLOAD_MS);
      const path = Object.values(JSON.parse(text) as object).find((value) => String(value).includes('/images/'));
      images.push(new URL(String(path), 'http://x').pathname);
      await insist('image', images.at(-1) ?? '', {});
      await delay(PAUSE_MS);
    }
  };

  const buyers = await cluster.addBuyers(BUYERS);
  const chats = await Promise.all(
    buyers.slice(0, CHATS).map((buyer, index) => openChat(cluster, buyer, index, insistJson)),
  );
  const talk = async (): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      for (const { clients, said } of chats) {
        for (const [index, client] of clients.entries()) {
          if (client.unsent >= MAX_UNSENT) continue;
          said.push(`${index} ${turn}`);
          client.say(`${index} ${turn}`);
        }
      }
      await delay(PAUSE_MS);
    }
  };

  const running = Promise.all([...buyers.map(shop), edit(), talk(), ...(hasBucket ? [upload()] : [])]);

  // A failure stops the load; `end` throws it.
  running.catch(() => over.abort());

  const compareOrders = async (): Promise<void> => {
    for (const [id, acknowledged] of ordered) {
      const stored = await listStoredOrders(cluster, id);
      const different = countDifferent(acknowledged, stored);
      if (different > 0) wrong.push(`${different} of ${stored.length} orders differ from those acknowledged`);
      const { counters, ledger } = await readStock(cluster, id);
      const { available, reserved, sold } = counters;
      const isWhole = available + reserved + sold === UNITS && available === ledger.available;
      if (!isWhole) wrong.push(`stock of ${id}: ${JSON.stringify({ counters, ledger })}`);
    }
  };
  const compareRows = async (): Promise<void> => {
    const { reader } = context.database;
    const lines = await reader.selectFrom('cart_line').select(['sub', 'quantity']).execute();
    const stored = new Map(lines.map(({ sub, quantity }) => [sub, quantity]));
    for (const [sub, quantity] of carts) {
      if (stored.get(sub) !== quantity) wrong.push(`cart of ${sub}: ${stored.get(sub)} instead of ${quantity}`);
    }
    const edited = reader.selectFrom('product').select('title').where('shop', '=', 'ayz').where('id', '=', EDITED);
    const row = await edited.executeTakeFirst();
    if (row?.title !== title) wrong.push(`the title is ${row?.title} instead of ${title}`);
    for (const path of images) await insist('image', path, {});
  };
  const compareMessages = async (): Promise<void> => {
    for (const { chatId, clients, said } of chats) {
      const endMs = performance.now() + SETTLE_MS;
      const isSettled = (): boolean =>
        clients.every(({ unsent, messages }) => unsent === 0 && messages.length === said.length);
      while (!isSettled() && performance.now() < endMs) await delay(100);
      const message = context.database.reader
        .selectFrom('chat_message')
        .select('content')
        .where('chat_id', '=', chatId);
      const stored = (await message.execute()).map(({ content }) => content);
      const different = countDifferent(said, stored);
      if (different > 0) wrong.push(`${different} of ${said.length} messages differ from those stored`);
      for (const { messages, faults, close } of clients) {
        wrong.push(...faults);
        if (messages.length !== said.length) wrong.push(`a socket got ${messages.length} of ${said.length} messages`);
        close();
      }
    }
  };

  return {
    wrong,
    take() {
      const taken = { calls, slowestMs: Math.round(slowestMs) };
      calls = {};
      slowestMs = 0;
      return taken;
    },
    async end() {
      over.abort();
      await running;
      await compareOrders();
      await compareRows();
      await compareMessages();
      return {
        orders: [...ordered.values()].flat().length,
        messages: chats.flatMap(({ said }) => said).length,
        images: images.length,
      };
    },
  };
}

/** @returns the error of a connection that was cut, or that got no answer in time */
async function callOnce(url: string, init: RequestInit, longestMs: number): Promise<LoadReply | Error> {
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(longestMs) });
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text: await reply.text() };
  } catch (error) {
    return error as Error;
  }
}

interface Chat {
  readonly chatId: string;
  /** The clients of the buyer and of the seller, at different nodes. */
  readonly clients: readonly RetryingClient[];
  readonly said: string[];
}

async function openChat(
  { nodes }: Cluster,
  buyer: SignedInBuyer,
  index: number,
  post: (name: string, path: string, headers: SignedInBuyer['headers'], body: unknown) => Promise<unknown>,
): Promise<Chat> {
  const urlOf = (place: number): string => nodes[place % nodes.length]?.url ?? '';
  const chatId = `${EDITED}-${buyer.sub}`;
  await post('chat', '/api/chats', buyer.headers, { productId: EDITED, buyerGoogleId: buyer.sub });
  const members = [buyer, await signIn({ url: urlOf(index) }, 'sam')];
  const clients = members.map(({ sub, headers }, member) =>
    createRetryingClient({ sub, headers, chatId, getUrl: () => urlOf(index + member), onMessage: () => undefined }),
  );
  return { chatId, clients, said: [] };
}
