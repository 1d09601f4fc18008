import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { BusEvent, EventBus } from '../../storage/events/event-bus.ts';
import { openTestContext } from '../../testing/apps/test-context.ts';

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
