import { ACTORS } from '../actors/actors.ts';
import { Violation } from './step.ts';
import type { Plan, Step } from './step.ts';
import { isStorageError } from '../disks/storage-errors.ts';
import { openWorld } from '../world/world.ts';
import type { World } from '../world/world.ts';

/** Time to converge after the last fault, in simulated ms. */
const LIVENESS_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
/** Longest total wait that the server may ask of a client. */
const LONGEST_MS = 10 * 60_000;

/** Result of one run. */
export interface PlanResult {
  readonly seed: number;
  /** The first violation; undefined when there was none. */
  readonly violation: Violation | undefined;
  readonly trace: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

const KINDS = new Map(ACTORS.flatMap(({ steps }) => steps.map((step) => [step.kind, step])));

/** Runs a plan on its own world. The same plan gives the same trace, whatever ran before. */
export async function runPlan({ seed, shape, steps }: Plan): Promise<PlanResult> {
  const world = await openWorld({ seed, shape });
  try {
    const violation = await play(world, steps).then(
      () => undefined,
      (error: unknown) => toViolation(error),
    );
    return { seed, violation, trace: world.trace, counts: world.counts };
  } finally {
    await world.end();
  }
}

async function play(world: World, steps: readonly Step[]): Promise<void> {
  for (const actor of ACTORS) await actor.begin?.(world);
  for (const [place, step] of steps.entries()) {
    world.note(`step ${place} ${JSON.stringify(step)}`);
    world.count(step.kind);
    await run(world, step);
    await world.still.settle();
    await check(world);
  }
  await world.heal();
  await comeToRest(world);
  await reopenOffline(world);
  for (const { report } of world.taps.all) if (report === 'failed') world.count('tap failed');
}

/** Performs a step, in which the storage of a device may fail. */
async function run(world: World, step: Step): Promise<void> {
  try {
    await KINDS.get(step.kind)?.run(world, step);
  } catch (error) {
    if (!isStorageError(error)) throw error;
    world.note(`the storage fails: ${error.message}`);
  }
}

async function check(world: World): Promise<void> {
  const hasCommitted = world.hasCommitted();
  for (const actor of ACTORS) {
    if (hasCommitted) await actor.checkCommitted?.(world);
    await actor.checkAlways?.(world);
  }
}

async function comeToRest(world: World): Promise<void> {
  world.note('healed');
  const healedMs = world.still.now();
  for (;;) {
    await world.still.advance(LOOK_EVERY_MS);
    for (const actor of ACTORS) await actor.heal?.(world);
    await check(world);
    const askedMs = world.still.now();
    const left = await findLeft(world);
    // Time passes while a tab waits for a leader that is gone, so rows that were checked before may have changed.
    if (left === undefined && world.still.now() === askedMs) break;
    // Clients that were asked to wait by a failing server return at the given time.
    const endMs = Math.max(healedMs, world.network.waitUntilMs) + LIVENESS_MS;
    if (left && world.still.now() >= Math.min(endMs, healedMs + LONGEST_MS)) throw left;
  }
  world.note('level');
}

/** Closes every device and opens it again without a network: what it shows then must still equal the server. */
async function reopenOffline(world: World): Promise<void> {
  world.note('reopened offline');
  for (const device of world.devices) {
    device.crash();
    device.line.set({ isUp: false });
  }
  await world.still.settle();
  // No time passes, so that the server stays as it is.
  for (const device of world.devices) await world.still.finish(device.openTab());
  await world.still.settle();
  const left = await findLeft(world);
  if (left) throw new Violation(`${left.invariant}, opened again offline`, left.message);
}

async function findLeft(world: World): Promise<Violation | undefined> {
  try {
    for (const actor of ACTORS) await actor.checkAtRest?.(world);
    return undefined;
  } catch (error) {
    return toViolation(error);
  }
}

function toViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  return new Violation('no step fails', error instanceof Error ? (error.stack ?? error.message) : String(error));
}
