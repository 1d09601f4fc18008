import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, purchaseOf, readStock, stockCameras } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import type { ServerProcess } from '../testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from '../testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from '../testing/processes/shop-folder.ts';

const PROCESSES = 4;
const BUYERS = 200;

let folder: ShopFolder;
let servers: ServerProcess[];
let urls: string[];
let buyers: readonly SignedInBuyer[];

beforeAll(async () => {
  folder = await openShopFolder();
  await stockCameras(folder, 0);
  buyers = await folder.addBuyers(BUYERS);
  servers = Array.from({ length: PROCESSES }, () => startServerProcess(folder.dataDir, SHOP_PROCESS_ENV));
  urls = await Promise.all(servers.map((server) => server.url()));
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await folder.close();
});

const urlOf = (index: number): string => urls[index % PROCESSES] ?? '';
const paymentUrl = (reply: Reply): URL => new URL(String(json(reply)['payment_url']));

describe(`${BUYERS} buyers at ${PROCESSES} processes at the same time`, () => {
  it.each([1, 2, 7, 20])(
    '[STOCK2] buy exactly %i units, under as many order numbers [ORD1]; every further buyer gets out-of-stock',
    async (units) => {
      const productId = 100 + units;
      await stockCameras(folder, units, productId);
      const replies = await Promise.all(
        buyers.map(({ sub, headers }, index) =>
          createBuyer(urlOf(index), sub, headers).buy({ ...purchaseOf(sub), product_id: productId }, `round-${units}`),
        ),
      );
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(units);
      expect(new Set(won.map((reply) => (json(reply)['order'] as { number: number }).number)).size).toBe(units);
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expect([reply.status, json(reply)['code'], json(reply)['current']]).toEqual([
          409,
          'out-of-stock',
          { available: 0 },
        ]);
      }
      const held = { available: 0, reserved: units, sold: 0 };
      expect(await readStock(folder, productId)).toEqual({ counters: held, ledger: held });

      // Each buyer pays at another process than the one that placed the order.
      await Promise.all(
        won.map((reply, index) =>
          send(urlOf(index + 1), paymentUrl(reply).pathname, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `10.1.0.${index}` },
            body: 'action=pay',
          }),
        ),
      );
      const sold = { available: 0, reserved: 0, sold: units };
      await expect.poll(() => readStock(folder, productId)).toEqual({ counters: sold, ledger: sold });
    },
  );

  it('[MONEY4] that repeat a purchase at every process at once get one order and one payment page each', async () => {
    const productId = 200;
    const few = buyers.slice(0, 20);
    await stockCameras(folder, few.length + 5, productId);
    const pages = await Promise.all(
      few.map(async ({ sub, headers }) => {
        const replies = await Promise.all(
          urls.map((url) => createBuyer(url, sub, headers).buy({ ...purchaseOf(sub), product_id: productId }, 'same')),
        );
        expect(replies.map(({ status }) => status)).toEqual(urls.map(() => 200));
        return new Set(replies.map((reply) => paymentUrl(reply).pathname));
      }),
    );
    expect(pages.map(({ size }) => size)).toEqual(few.map(() => 1));
    const held = { available: 5, reserved: few.length, sold: 0 };
    expect(await readStock(folder, productId)).toEqual({ counters: held, ledger: held });
  });
});
