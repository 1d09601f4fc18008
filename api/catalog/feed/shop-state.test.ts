import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../storage/database.ts';
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
  ['another node reports them', (bus: EventBus) => bus.publish({ type: 'shop-written', shop: 'pc' })],
])('changes by another process are read, and announced to devices once, when %s', async (_what, tell) => {
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

it('a refresh during a slow read reads a second time and finds what was written meanwhile', async () => {
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
  const states = await openShopStates({ database: { ...database, reader }, bus, onLost: ignore, onError: ignore });
  [hasRead, mayEnd] = [Promise.withResolvers(), Promise.withResolvers()];
  const late = states.refresh();
  await hasRead.promise;
  await products.saveProducts('pc', [{ id: 1, fields: LAMP }]);
  const next = states.refresh(['pc']);
  expect(states.refresh(['pc'])).toBe(next);
  mayEnd.resolve();
  await Promise.all([late, next]);
  expect(states.get('pc').seq).toBe(here.states.get('pc').seq);
});

it('[R6] a lower number that is read later replaces a higher one, and begins a new epoch', async () => {
  await here.products.saveProducts('pc', [{ id: 1, fields: LAMP }]);
  await elsewhere.states.refresh();
  const { epoch } = here.states;
  // As if the data had been put back to a state without the product.
  const { writer } = here.database;
  await writer.deleteFrom('history').where('counter', '=', 'pc').where('seq', '=', 1).execute();
  await writer.updateTable('shop').set({ seq: 0 }).where('key', '=', 'pc').execute();
  await Promise.all([here.states.refresh(), elsewhere.states.refresh(['pc'])]);
  await elsewhere.states.refresh();
  expect(here.states.get('pc')).toMatchObject({ seq: 0, epoch: here.states.epoch });
  expect(here.states.epoch).not.toBe(epoch);
  expect(elsewhere.states.get('smart').epoch).toBe(here.states.epoch);
});

it.each(['account_clock', 'chat_clock'] as const)('[R6] a lost number of the %s begins a new epoch', async (table) => {
  const { writer } = here.database;
  await writer
    .updateTable(table)
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .execute();
  await here.states.refresh();
  const { epoch } = here.states;
  await here.states.refresh();
  expect(here.states.epoch).toBe(epoch);
  await writer.updateTable('history').set({ nonce: 'another one' }).execute();
  await here.states.refresh();
  expect(here.states.epoch).not.toBe(epoch);
});
