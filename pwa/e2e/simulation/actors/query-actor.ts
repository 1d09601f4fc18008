import { checkShown, isJudged } from '../invariants/catalog-invariants.ts';
import { checkAnswers, QUERIES } from '../invariants/query-invariants.ts';
import type { Actor } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

const QUERY_NAMES = [...QUERIES.keys()];

/** What becomes of the leader after a query has left its tab, and before the reply is there. */
const EVENTS = ['nothing', 'nothing', 'killed', 'frozen', 'thawed'] as const;

/** Tabs that forward their queries to their leader. Its steps are part of worlds whose devices do that. */
export const queryActor: Actor = {
  name: 'queries',
  steps: [
    {
      kind: 'query',
      weight: 10,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(3),
        query: choice.oneOf(QUERY_NAMES),
        event: choice.oneOf(EVENTS),
        turns: choice.below(6),
      }),
      run: async (world, { device: place, tab: number, query: name, event, turns }) => {
        const device = world.device(place);
        const query = QUERIES.get(String(name));
        const usable = device?.tabs.filter(({ lifecycle }) => !lifecycle.isFrozen) ?? [];
        const tab = usable[Number(number) % usable.length];
        if (!device || !tab || !query) return;
        // Without an index the server answers, if it can be reached; once all is well, no query may fail.
        const asked = query.ask(tab.engine).catch(() => '');
        for (let turn = 0; turn < Number(turns); turn += 1) await new Promise((resolve) => void setImmediate(resolve));
        happen(world, device, String(event));
        // A tab that is gone or frozen gets no reply.
        if (tab.isGone || tab.lifecycle.isFrozen) return;
        const shown = await world.still.finish(asked);
        if (shown !== '' && isJudged(tab)) checkShown(tab, shown, ({ catalog }) => query.read(catalog));
      },
    },
  ],

  async checkAtRest(world) {
    for (const device of world.devices) if (device.forwardsFrom !== undefined) await checkAnswers(world, device);
  },
};

/** Kinds of steps of the worlds whose tabs forward their queries. */
export const QUERY_KINDS: ReadonlySet<string> = new Set(queryActor.steps.map(({ kind }) => kind));

function happen(world: World, { tabs }: SimDevice, event: string): void {
  const leader = tabs.find(({ isLeading, lifecycle }) => isLeading && !lifecycle.isFrozen);
  if (event === 'killed') leader?.crash();
  if (event === 'frozen') leader?.lifecycle.freeze();
  if (event === 'thawed') for (const { lifecycle } of tabs) lifecycle.resume();
  if (event !== 'nothing' && leader) world.count(`leader ${event} while asked`);
}
