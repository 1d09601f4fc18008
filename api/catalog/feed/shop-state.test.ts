import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../storage/database.ts';
import type { Epoch } from '../../storage/epoch.ts';
import type { BusEvent, EventBus } from '../../storage/events/event-bus.ts';
import { openTestContext } from '../../testing/apps/test-context.ts';
import { openShopStates } from './shop-state.ts';

const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Lamps', price: '10', availability: 'YES' } as const;

let dataDir: string;
let here: AppContext;
let elsewhere: AppContext;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-states-'));
  [here, elsewhere] = [await openTestContext(dataDir), await openTestContext(dataDir)];
});
afterEach(async () => {
  await Promise.all([here.close(), elsewhere.close()]);
  await rm(dataDir, { recursive: true });
});

it.each([
  ['events may be missing', (bus: EventBus) => bus.reportGap()],
  ['another node tells of it', (bus: EventBus) => bus.publish({ type: 'shop-written', shop: 'pc' })],
])('what another process writes is read, and told to devices once, when %s', async (_what, tell) => {
  const told: BusEvent[] = [];
  here.bus.subscribe((event) => {
    if (event.type === 'products-changed') told.push(event);
  });
  await elsewhere.products.saveProducts('pc', [{ id: 1, fields: LAMP }]);
  const { seq } = elsewhere.states.get('pc');
  tell(here.bus);
  tell(here.bus);
  await expect.poll(() => here.states.get('pc').seq).toBe(seq);
  expect(told).toEqual([{ type: 'products-changed', shop: 'pc', seq, epoch: here.states.epoch }]);
});

it('a look at the database that ends late replaces nothing newer', async () => {
  const { database, bus, products } = here;
  let [hasRead, mayEnd]: (PromiseWithResolvers<void> | undefined)[] = [];
  const execute: ReturnType<Database['reader']['transaction']>['execute'] = async (run) => {
    const result = await database.reader.transaction().execute(run);
    hasRead?.resolve();
    await mayEnd?.promise;
    return result;
  };
  const reader = { transaction: () => ({ execute }) } as unknown as Database['reader'];
  const ignore = (): void => undefined;
  const epoch: Epoch = {
    value: here.states.epoch,
    note: ignore,
    follow: ignore,
    flush: ignore,
    replace: async () => false,
  };
  const states = await openShopStates({ ...database, reader }, epoch, bus, ignore);
  [hasRead, mayEnd] = [Promise.withResolvers(), Promise.withResolvers()];
  const late = states.refresh();
  await hasRead.promise;
  await products.saveProducts('pc', [{ id: 1, fields: LAMP }]);
  await states.refresh(['pc']);
  mayEnd.resolve();
  await late;
  expect(states.get('pc').seq).toBe(here.states.get('pc').seq);
});
