import { chatIdOf } from '#contract/chats/chat-path.ts';
import { CAMERA_PRICE, purchaseOf } from '#api/testing/apps/order-app.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { createDevice } from '../support/device.ts';
import type { Tab } from '../support/device.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';

/** Longest pause between two actions of a shopper. */
const MAX_PAUSE_MS = 150;

/** A shopper with their own device and link who adds to the cart, orders and chats continuously. */
export interface Shopper {
  readonly sub: string;
  readonly line: NetworkLink;
  readonly tab: Tab;
  readonly data: UserData;
  readonly chatId: string;
  /** Units added to the cart by product, and messages in order: all of them are in the outbox or sent. */
  readonly added: ReadonlyMap<number, number>;
  readonly said: readonly string[];
  /** Orders confirmed by the server. */
  readonly ordered: ReadonlySet<string>;
  /** Performs actions until told to stop, and finishes those that have begun. */
  live(until: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export interface ShopperOptions {
  readonly url: string;
  readonly name: string;
  /** Products for the cart, and the one that this shopper orders and asks about. */
  readonly cartProducts: readonly number[];
  readonly orderProduct: number;
  /** Maximum number of orders of this shopper. */
  readonly maxOrders: number;
  readonly random: () => number;
}

/** Signs a shopper in on a new device. */
export async function openShopper(options: ShopperOptions): Promise<Shopper> {
  const { url, name, cartProducts, orderProduct, maxOrders, random } = options;
  const sub = `demo-${name}`;
  const line = await openNetworkLink(url);
  const device = createDevice(line.url);
  const tab = device.openTab();
  await tab.engine.openShop('ayz');
  const result = await tab.engine.account.signIn(await createTestCredential({ url }, name));
  if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
  const data = device.openUserData(sub);
  const chatId = chatIdOf(sub, orderProduct);
  await data.chats.start({ product_id: orderProduct, title: '', preview: '', placeholder: '', buyer_name: name });

  const added = new Map<number, number>();
  const said: string[] = [];
  const ordered = new Set<string>();

  const addToCart = async (): Promise<void> => {
    const product_id = cartProducts[Math.floor(random() * cartProducts.length)] ?? 0;
    const args = { product_id, condition: 'good' as const, quantity: 1, price_seen: String(CAMERA_PRICE) };
    await data.enqueue({ name: 'addCartItem', args });
    added.set(product_id, (added.get(product_id) ?? 0) + 1);
  };
  const say = async (): Promise<void> => {
    const content = `${name} says ${said.length + 1}`;
    await data.chats.send(chatId, { content, photos: [] });
    said.push(content);
  };
  /** Retries until the outcome is known, as a person does with the button. */
  const order = async (): Promise<void> => {
    if (ordered.size >= maxOrders) return;
    const input = {
      ...purchaseOf(sub),
      condition: 'good' as const,
      product_id: orderProduct,
      address: `Lime Street ${ordered.size}`,
    };
    for (;;) {
      const bought = await tab.engine.account.createPurchase(input);
      if (bought.ok) {
        ordered.add(bought.value.order.id);
        return;
      }
      if (bought.problem === 'rejected') throw new Error(`An order of ${sub} was refused: ${bought.code}`);
      await pause(random() * MAX_PAUSE_MS);
    }
  };

  return {
    sub,
    line,
    tab,
    data,
    chatId,
    added,
    said,
    ordered,
    async live(until) {
      let ordering: Promise<void> | undefined;
      /** One order at a time; cart and chat continue meanwhile. */
      const beginOrder = (): void => {
        ordering ??= order().finally(() => (ordering = undefined));
      };
      // Cart changes and messages are more frequent than orders.
      const works = [addToCart, say, addToCart, say, beginOrder];
      while (!until()) {
        await works[Math.floor(random() * works.length)]?.();
        await pause(random() * MAX_PAUSE_MS);
      }
      await ordering;
    },
    async close() {
      device.closeAll();
      await line.stop();
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
