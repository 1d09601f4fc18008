import type { Locator, Page } from '@playwright/test';
import { chooseInSimulator, purchaseOf, signInBuyer, stockCameras } from '#api/testing/apps/order-app.ts';
import { json } from '#api/testing/clients/send.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';

/** An order placed by a test. */
export interface MadeOrder {
  readonly id: string;
  /** Performs a payment action in the simulator and waits for the status on the server. */
  choose(action: 'pay' | 'expire' | 'refund', status: string): Promise<void>;
  /** Returns the order's row on the server. */
  read(): Promise<{ status: string; shipped: number; postal_service: string; tracking_number: string }>;
}

/** Places an order as a demo user; each product has its own stock of cameras. */
export async function makeOrder(
  app: TestApp,
  {
    buyer: name,
    productId,
    fields = {},
  }: { buyer: string; productId: number; fields?: Readonly<Record<string, unknown>> },
): Promise<MadeOrder> {
  await stockCameras(app, 50, productId);
  const buyer = await signInBuyer(app, name);
  const reply = await buyer.buy({ ...purchaseOf(buyer.sub), product_id: productId, ...fields }, crypto.randomUUID());
  if (reply.status !== 200) throw new Error(`Ordering was refused: ${reply.body.toString()}`);
  const { id } = json(reply)['order'] as { id: string };
  const read: MadeOrder['read'] = () =>
    app.context.database.reader
      .selectFrom('purchase')
      .select(['status', 'shipped', 'postal_service', 'tracking_number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  return {
    id,
    read,
    async choose(action, status) {
      await chooseInSimulator(app, reply, action);
      for (let look = 0; (await read()).status !== status; look += 1) {
        if (look > 200) throw new Error(`The order did not become ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Returns the card of an order: a row until it is opened. */
export const cardOf = (page: Page, { id }: Pick<MadeOrder, 'id'>): Locator =>
  page.locator(`article[data-order="${id}"]`);

/** Opens an order's row to its facts and its shipment, and returns its card. */
export async function openOrder(page: Page, order: Pick<MadeOrder, 'id'>): Promise<Locator> {
  const card = cardOf(page, order);
  await card.getByRole('button', { expanded: false }).click();
  return card;
}
