import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { FUZZ_SEED, FUZZ_TIMEOUT, fuzz } from '#api/testing/hostile/fuzz.ts';
import { createRandom } from '#api/testing/random.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { syncShop } from '../support/device.ts';
import type { Tab } from '../support/device.ts';
import { damageReply } from './damage-reply.ts';
import { breakReplies, usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const { save, snapshotReady, expectInSync, pullAgain } = pc;
const ROUNDS = fuzz(8).numRuns ?? 8;

/** Opens a tab that receives damaged replies while `line.isHostile`. */
function openHostileTab(seed: number) {
  const random = createRandom(seed);
  const choose = (limit: number): number => Math.floor(random() * limit);
  const line = { isHostile: false, damaged: 0 };
  const tab = pc.device.openTab(
    breakReplies((path, reply) => {
      // Two of three are damaged: some must pass, or later calls would never be made.
      if (!line.isHostile || !path.startsWith('/api/') || choose(3) === 0) return reply;
      line.damaged += 1;
      return damageReply(path, reply, choose);
    }),
  );
  return { tab, line };
}

const settled = (tab: Tab) => tab.waitFor('pc', ({ isPulling }) => !isPulling, 'the pull to end');

describe('garbage instead of replies', () => {
  it(`crashes no engine and stays in no catalogue (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    await save(1, 40);
    await snapshotReady(40);
    const { tab, line } = openHostileTab(FUZZ_SEED);
    await syncShop(tab, 'pc');
    line.isHostile = true;
    // The number of calls in a round depends on the replies that passed before.
    for (let round = 0; round < ROUNDS || line.damaged < ROUNDS; round++) {
      await save(1 + (round % 45), 1, { price: String(100 + round) });
      if (round % 4 === 3) await pc.app.context.products.deleteProducts('pc', [1 + (round % 30)]);
      if (round % 5 === 4) await pc.app.server.snapshots.build();
      await tab.engine.refresh();
      await settled(tab);
      const { total } = await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE);
      expect(total).toBeGreaterThan(20);
      expect(total).toBeLessThan(50);
    }
    line.isHostile = false;
    await pullAgain(tab, 'pc');
    await expectInSync(tab, 'pc');
  });

  it(`on the first visit only delays it (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    await save(1, 40);
    await snapshotReady(40);
    const { tab, line } = openHostileTab(FUZZ_SEED + 1);
    line.isHostile = true;
    await tab.engine.openShop('pc');
    for (let round = 0; round < 5; round++) {
      await tab.engine.refresh();
      await settled(tab);
    }
    line.isHostile = false;
    await tab.engine.refresh();
    await tab.waitFor('pc', ({ catalogue, hasDetails }) => catalogue === 'ready' && hasDetails, 'the catalogue');
    await pullAgain(tab, 'pc');
    await expectInSync(tab, 'pc');
  });

  it(`loses and duplicates no operation of an outbox (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const fields = { title: 'Phone', main_category: 'Phones', category: 'Used', good_condition_price: '50' };
    const stock = { good_condition_available_quantity: '99' };
    await pc.app.context.products.saveProducts('ayz', [{ id: 1, fields: { ...fields, ...stock } }]);
    const { tab, line } = openHostileTab(FUZZ_SEED + 2);
    const result = await tab.engine.account.signIn(await createTestCredential(pc.app, 'alice'));
    expect(result.ok).toBe(true);
    const data = pc.device.openUserData('demo-alice');
    line.isHostile = true;
    const units = 10;
    for (let unit = 0; unit < units; unit++) {
      await data.enqueue({
        name: 'addCartItem',
        args: { product_id: 1, condition: 'good', quantity: 1, price_seen: '50' },
      });
      await tab.engine.refresh();
      // The page shows the user's changes, whatever the replies were.
      expect((await data.cart()).map(({ quantity }) => quantity)).toEqual([unit + 1]);
    }
    line.isHostile = false;
    await tab.engine.refresh();
    await expect.poll(() => data.outbox(), { timeout: 60_000 }).toEqual([]);
    const rows = await pc.app.context.database.reader.selectFrom('cart_line').select('quantity').execute();
    expect(rows).toEqual([{ quantity: units }]);
    await expect.poll(async () => (await data.cart()).map(({ quantity }) => quantity)).toEqual([units]);
  });
});
