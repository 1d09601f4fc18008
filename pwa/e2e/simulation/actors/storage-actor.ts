import { LOST_ANSWERS } from '../disks/lying-disk.ts';
import type { LostAnswer } from '../disks/lying-disk.ts';
import { Violation } from '../plans/step.ts';
import type { Actor } from '../plans/step.ts';
import { SIM_SHOPS } from '../world/sim-shops.ts';

/** Time that a device must be off before it compares its rows with the server's, in ms: a second more than an hour. */
const COMPARED_MS = 3_601_000;
/**
 * Time in which a tab replaces hanging connections, in ms: each of two attempts has a deadline of ten seconds, and a leader takes part in
 * the election again.
 */
const SILENT_MS = 30_000;
const LOST = Object.keys(LOST_ANSWERS) as LostAnswer[];

/** Faults of the devices' storage, such as power cuts, lost answers, full disks and evictions. */
export const storageActor: Actor = {
  name: 'storage',
  steps: [
    {
      kind: 'power cut',
      weight: 3,
      plan: (choice, { devices }) => ({ device: choice.below(devices), percent: choice.oneOf([10, 30, 60, 100, 100]) }),
      run: (world, { device, percent }) => {
        const hit = world.device(device);
        if (!hit) return;
        hit.crash();
        // The cut may undo a repair without undoing all of the damage.
        hit.hasDamage ||= hit.wasDamaged;
        if (hit.storage.loseTail(Number(percent) / 100) > 0) world.count('lost tail');
      },
    },
    {
      kind: 'lost answer',
      weight: 3,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        commits: choice.below(5),
        error: choice.oneOf(LOST),
      }),
      run: (world, { device, commits, error }) =>
        world.device(device)?.storage.loseAnswer(Number(commits), String(error) as LostAnswer),
    },
    {
      kind: 'full device',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices), rows: choice.below(8) }),
      run: (world, { device, rows }) => world.device(device)?.storage.setSpace(Number(rows)),
    },
    {
      kind: 'space again',
      weight: 4,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: (world, { device }) => world.device(device)?.storage.setSpace(Number.POSITIVE_INFINITY),
    },
    {
      kind: 'storage blocked',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices), ms: choice.oneOf([500, 2_000, 4_000, 8_000]) }),
      run: async (world, { device, ms }) => {
        const hit = world.device(device);
        if (!hit) return;
        hit.crash();
        hit.storage.block();
        const opened = hit.openTab();
        await world.still.advance(Number(ms));
        hit.storage.unblock();
        await world.still.finish(opened);
      },
    },
    {
      kind: 'connections cut',
      weight: 3,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: (world, { device }) => world.device(device)?.storage.cut(),
    },
    {
      kind: 'transactions never end',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices), tab: choice.below(3) }),
      run: async (world, { device, tab: place }) => {
        const tab = world.tab(device, place);
        if (!tab) return;
        tab.device.storage.silence(tab);
        // Reads of the page reveal that its connections hang; they must be answered before anything else is checked.
        let isAnswered = false;
        void Promise.allSettled([tab.data.cart(), tab.data.chats.list()]).then(() => (isAnswered = true));
        void tab.engine.account.syncAccount().catch(() => undefined);
        for (const shop of SIM_SHOPS) void tab.engine.catalog.cards(shop, [1]).catch(() => undefined);
        await world.still.advance(SILENT_MS);
        if (!isAnswered && !tab.isGone)
          throw new Violation('transactions end', `a page of ${tab.device.name} waits for ever`);
      },
    },
    {
      kind: 'shop evicted',
      weight: 1,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: (world, { device }) => {
        const hit = world.device(device);
        hit?.storage.evict((name) => name === hit.databaseName);
      },
    },
    {
      kind: 'storage evicted',
      weight: 1,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        what: choice.oneOf(['everything', 'users']),
        isOpen: choice.below(2) > 0,
      }),
      run: (world, { device, what, isOpen }) => {
        const hit = world.device(device);
        if (!hit) return;
        if (!isOpen) hit.crash();
        hit.storage.evict((name) => what === 'everything' || name !== hit.databaseName);
        world.taps.noteLostStorage(hit);
      },
    },
    {
      kind: 'caches evicted',
      weight: 1,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: async (world, { device }) => world.device(device)?.firstScreens.screens.clear(),
    },
    {
      kind: 'orders lost',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: async (world, { device }) => {
        const hit = world.device(device);
        if (!hit || hit.sub === null) return;
        hit.crash();
        await world.still.settle();
        // Rows are compared with the server's at least once an hour.
        if (hit.loseUserRows(hit.sub, 'orders') > 0) await world.sleep(COMPARED_MS);
      },
    },
    {
      kind: 'damaged block',
      weight: 4,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        place: choice.below(6),
        isGone: choice.below(2) > 0,
        percent: choice.below(100),
      }),
      run: (world, { device, place, isGone, percent = 50 }) => {
        // The tabs are closed first: in an open tab only the daily check would notice the damage.
        world.device(device)?.crash();
        world.device(device)?.damageBlock(Number(place), Boolean(isGone), Number(percent) / 100);
      },
    },
  ],
};
