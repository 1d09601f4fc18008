import { PRODUCT_IDS } from '../world/world-template.ts';
import type { Choice, Step, WorldShape } from './step.ts';
import { bringIntoSync } from './sequences.ts';

/** Time after which tabs have heard what the leader offers, in ms. */
const OFFERED_MS = 2_500;

/** Inserts steps in which the tabs of a device forward their queries, the leader is lost or superseded, and continues. */
export function withForwarding(steps: readonly Step[], choice: Choice, { devices }: WorldShape): Step[] {
  const device = choice.below(devices);
  const query = (event: string): Step => ({
    kind: 'query',
    device,
    tab: 1 + choice.below(2),
    query: choice.oneOf(['browse 0', 'browse 1', 'overview', 'facets', 'card']),
    event,
    turns: choice.below(6),
  });
  const save = (): Step => ({
    kind: 'save product',
    id: choice.oneOf([...PRODUCT_IDS, 7]),
    title: `Title ${choice.below(1_000)}`,
  });
  const wait = (ms: number): Step => ({ kind: 'wait', ms });
  const lost: Step[] = [query('killed'), query('nothing')];
  const superseded: Step[] = [
    query('frozen'),
    wait(choice.oneOf([0, 14_000, 62_000])),
    save(),
    wait(choice.oneOf([100, OFFERED_MS])),
    query('thawed'),
    query('nothing'),
    save(),
    wait(choice.oneOf([100, OFFERED_MS, 62_000])),
    query('nothing'),
  ];
  const sequence: Step[] = [
    ...bringIntoSync(device),
    { kind: 'open tab', device },
    { kind: 'open tab', device },
    wait(OFFERED_MS),
    query('nothing'),
    save(),
    wait(choice.oneOf([20, 100, 300])),
    query('nothing'),
    ...(choice.below(2) === 0 ? lost : superseded),
  ];
  return steps.toSpliced(choice.below(steps.length + 1), 0, ...sequence);
}
