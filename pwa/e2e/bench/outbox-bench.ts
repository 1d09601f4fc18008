import { buildOnThread } from '#api/catalog/snapshot/snapshot.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { withNewBrowser } from './browser-runs.ts';
import { startBenchProxy } from './bench-proxy.ts';
import type { OutboxTimes } from './page/measure-outbox.ts';

/** Writes of one batch, as in the comparison with other engines. */
const WRITES = 100;
const PRODUCTS = 40;

/** Measures rounds of 100 optimistic writes in a real browser against a real server, with the average number of requests. */
export async function benchOutbox(
  pageFolder: string,
  rounds: number,
): Promise<{ times: readonly OutboxTimes[]; requests: number }> {
  const app = await startTestApp({ env: { DEMO: '1' }, buildSnapshots: buildOnThread });
  const proxy = await startBenchProxy(app.url, pageFolder);
  try {
    await app.context.products.saveProducts(
      'ayz',
      Array.from({ length: PRODUCTS }, (_, place) => ({
        id: place + 1,
        fields: {
          title: `Phone ${place}`,
          main_category: 'Phones',
          category: 'Used',
          good_condition_price: '5',
          good_condition_available_quantity: '1000',
        },
      })),
    );
    const credential = await createTestCredential(app, 'alice');
    return await withNewBrowser(proxy, async (page) => {
      const times = await page.evaluate((options) => bench.measureOutbox(options), {
        credential,
        writes: WRITES,
        rounds,
      });
      return { times, requests: proxy.countOf('/api/sync/push') / rounds };
    });
  } finally {
    await proxy.stop();
    await app.stop();
  }
}
